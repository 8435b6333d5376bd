import type { Stripe } from 'stripe'
import type { ApiRequest } from '../protocol/api-request.ts'
import type { PaymentMethod } from '../shapes.ts'
import { StripeApiError } from '../stripe-error.ts'

export const readPaymentMethod = ({
  state,
  owner,
  id,
}: ApiRequest<Stripe.PaymentMethodRetrieveParams>): PaymentMethod =>
  state.collections.paymentMethods.get(owner, id, 'payment_method')

/** A detached card cannot be charged, nor attached again. */
export function detachPaymentMethod({
  state,
  owner,
  id,
}: ApiRequest<Stripe.PaymentMethodDetachParams>): PaymentMethod {
  const paymentMethod = state.collections.paymentMethods.get(owner, id, 'payment_method')
  if (paymentMethod.customer === null)
    throw new StripeApiError(400, {
      message:
        'The payment method you provided is not attached to a customer so detachment is impossible.',
      param: 'payment_method',
    })
  paymentMethod.customer = null
  state.emit(owner, 'payment_method.detached', paymentMethod)
  return paymentMethod
}
