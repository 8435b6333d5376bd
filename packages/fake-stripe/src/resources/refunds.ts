import type { Stripe } from 'stripe'
import type { ApiRequest } from '../http/api-request.ts'
import { listPage } from '../http/list-page.ts'
import { integerOf, metadataOf, textOf } from '../http/params.ts'
import { missingParameter, StripeApiError, wrongParameter } from '../http/stripe-error.ts'
import { newId } from '../ids.ts'
import { refundOutcome } from '../payments/cards.ts'
import { failRefund } from '../payments/settle-refund.ts'
import type { Charge, Refund } from '../shapes.ts'

export function createRefund(request: ApiRequest): Refund {
  const { state, owner, params } = request
  const charge = chargeOf(request)
  const amount = integerOf(params, 'amount') ?? charge.amount - charge.amount_refunded
  assertRefundable(charge, amount)
  const { last4 } = charge.payment_method_details.card
  const outcome = state.nextOutcomes.refunds.shift() ?? refundOutcome(last4)
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  const refund = state.collections.refunds.put(owner, {
    id: newId('re'),
    object: 'refund',
    amount,
    currency: charge.currency,
    created: state.now(),
    metadata: metadataOf(params),
    status: outcome === 'pending' ? 'pending' : 'succeeded',
    charge: charge.id,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: textOf(params, 'reason'),
    balance_transaction: newId('txn'),
    customer: null,
    customer_account: null,
    destination_details: { card: { type: 'pending' }, type: 'card' },
    receipt_number: null,
    source_transfer_reversal: null,
    transfer_reversal: null,
  })
  state.emit(owner, 'refund.created', refund)
  state.emit(owner, 'charge.refunded', charge)
  // the response reports success even then: a bank rejects a refund later, with an event
  const response = structuredClone(refund)
  if (outcome === 'failed') failRefund(state, owner, refund)
  return response
}

export const readRefund = ({ state, owner, id }: ApiRequest): Refund =>
  state.collections.refunds.get(owner, id, 'refund')

export function listRefunds(request: ApiRequest): Stripe.ApiList<Refund> {
  const [intent, charge] = [
    textOf(request.params, 'payment_intent'),
    textOf(request.params, 'charge'),
  ]
  const matching = request.state.collections.refunds
    .all(request.owner)
    .filter(
      (one) =>
        (intent === null || one.payment_intent === intent) &&
        (charge === null || one.charge === charge),
    )
  return listPage(request, '/v1/refunds', matching)
}

function chargeOf({ state, owner, params }: ApiRequest): Charge {
  const chargeId = textOf(params, 'charge')
  if (chargeId !== null) return state.collections.charges.get(owner, chargeId, 'charge')
  const intentId = textOf(params, 'payment_intent')
  if (intentId === null) throw missingParameter('payment_intent')
  const intent = state.collections.paymentIntents.get(owner, intentId, 'payment_intent')
  if (intent.status === 'succeeded' && intent.latest_charge !== null)
    return state.collections.charges.get(owner, intent.latest_charge)
  throw new StripeApiError(400, {
    message: `This PaymentIntent (${intentId}) does not have a successful charge to refund.`,
    param: 'payment_intent',
  })
}

function assertRefundable(charge: Charge, amount: number): void {
  const left = charge.amount - charge.amount_refunded
  if (charge.disputed)
    throw new StripeApiError(400, {
      code: 'charge_disputed',
      message: `Charge ${charge.id} has been charged back; cannot issue a refund.`,
    })
  if (charge.refunded)
    throw new StripeApiError(400, {
      code: 'charge_already_refunded',
      message: `Charge ${charge.id} has already been refunded.`,
    })
  if (amount < 1)
    throw wrongParameter('amount', 'Invalid positive integer', 'parameter_invalid_integer')
  if (amount > left)
    throw new StripeApiError(400, {
      message: `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
      param: 'amount',
    })
}
