import type { Stripe } from 'stripe'
import { refundOutcome } from '../payments/cards.ts'
import { refundCharge } from '../payments/refund-charge.ts'
import { failRefund } from '../payments/settle-refund.ts'
import type { ApiRequest } from '../protocol/api-request.ts'
import { listPage } from '../protocol/list-page.ts'
import type { Charge, Refund } from '../shapes.ts'
import { missingParameter, StripeApiError, wrongParameter } from '../stripe-error.ts'
import { metadataOf } from './metadata.ts'

export function createRefund(request: ApiRequest<Stripe.RefundCreateParams>): Refund {
  const { state, owner, params } = request
  const charge = chargeOf(request)
  const { amount = charge.amount - charge.amount_refunded, reason = null } = params
  assertRefundable(charge, amount)
  assertNotDisputed(request, charge)
  assertFeeRefundable(charge, params)
  const { last4 } = charge.payment_method_details.card
  const outcome = state.nextOutcomes.refunds.shift() ?? refundOutcome(last4)
  if (outcome === 'insufficient_balance') throw insufficientBalance()
  const refund = refundCharge(state, owner, charge, {
    amount,
    status: outcome === 'pending' ? 'pending' : 'succeeded',
    metadata: metadataOf(params.metadata),
    reason,
    returnsFee: params.refund_application_fee === true,
  })
  // the response reports success even then: a bank rejects a refund later, with an event
  const response = structuredClone(refund)
  if (outcome === 'failed') failRefund(state, owner, refund)
  return response
}

export const readRefund = ({ state, owner, id }: ApiRequest): Refund =>
  state.collections.refunds.get(owner, id, 'refund')

export function listRefunds(request: ApiRequest<Stripe.RefundListParams>): Stripe.ApiList<Refund> {
  const { payment_intent: intent, charge } = request.params
  if (intent !== undefined)
    request.state.collections.paymentIntents.get(request.owner, intent, 'payment_intent')
  const matching = request.state.collections.refunds
    .all(request.owner)
    .filter(
      (one) =>
        (intent === undefined || one.payment_intent === intent) &&
        (charge === undefined || one.charge === charge),
    )
  return listPage(request, '/v1/refunds', matching)
}

function chargeOf({ state, owner, params }: ApiRequest<Stripe.RefundCreateParams>): Charge {
  const { charge: chargeId, payment_intent: intentId } = params
  if (chargeId !== undefined) return state.collections.charges.get(owner, chargeId, 'charge')
  if (intentId === undefined) throw missingParameter('payment_intent')
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

/** A charge can be refunded again when its dispute is won, and during an inquiry. */
function assertNotDisputed({ state, owner }: ApiRequest, { id }: Charge): void {
  const isDisputed = state.collections.disputes
    .all(owner)
    .some(({ charge, status }) => charge === id && chargedBack.includes(status))
  if (isDisputed)
    throw new StripeApiError(400, {
      code: 'charge_disputed',
      message: `Charge ${id} has been charged back; cannot issue a refund.`,
    })
}

const chargedBack = ['needs_response', 'appeal_under_review', 'lost']

const insufficientBalance = () =>
  new StripeApiError(400, {
    code: 'balance_insufficient',
    message: 'Insufficient funds in your Stripe account to refund this charge.',
  })

/** A fee that was never charged cannot be refunded; nor can a transfer that does not exist. */
function assertFeeRefundable(charge: Charge, params: Stripe.RefundCreateParams): void {
  if (params.refund_application_fee && !charge.application_fee_amount)
    throw wrongParameter(
      'refund_application_fee',
      `Attempting to refund_application_fee on ${charge.id}, but it has no application fee`,
    )
  if (params.reverse_transfer)
    throw wrongParameter(
      'reverse_transfer',
      `Attempting to reverse_transfer on ${charge.id}, but it has no transfer`,
    )
}
