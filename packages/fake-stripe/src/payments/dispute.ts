import type { Owner } from '../collection.ts'
import { newId } from '../ids.ts'
import type { Charge, Dispute, PaymentIntent } from '../shapes.ts'
import type { State } from '../state.ts'
import { StripeApiError } from '../stripe-error.ts'
import { addDispute, addWonDispute } from './balance.ts'

/** How a dispute begins. `warning_needs_response`: so far the bank only inquires. */
export interface NewDispute {
  reason?: string | undefined
  status?: 'needs_response' | 'warning_needs_response'
  /** In cents; absent: all of the charge. */
  amount?: number
}

/** The cardholder disputes the payment, or a part of it, at their bank. */
export function openDispute(
  state: State,
  owner: Owner,
  intent: PaymentIntent,
  { reason = 'general', status = 'needs_response', amount }: NewDispute = {},
): Dispute {
  const charge = chargeOf(state, owner, intent)
  charge.disputed = true
  const dispute = state.collections.disputes.put(owner, {
    id: newId('du'),
    object: 'dispute',
    amount: amount ?? charge.amount,
    currency: charge.currency,
    created: state.now(),
    livemode: false,
    metadata: {},
    balance_transactions: [],
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: state.now() + daysToRespond * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    payment_method_details: disputedCard(charge),
    status,
    reason,
    charge: charge.id,
    payment_intent: intent.id,
  })
  if (status === 'needs_response') withdraw(state, owner, dispute)
  state.emit(owner, 'charge.dispute.created', dispute)
  return dispute
}

/** An inquiry becomes a dispute. */
export function escalateInquiry(state: State, owner: Owner, dispute: Dispute): Dispute {
  dispute.status = 'needs_response'
  withdraw(state, owner, dispute)
  state.emit(owner, 'charge.dispute.updated', dispute)
  return dispute
}

/** The salon appeals against a dispute that it has lost. */
export function appealDispute(state: State, owner: Owner, dispute: Dispute): Dispute {
  if (dispute.status !== 'lost')
    throw new StripeApiError(400, { message: `${dispute.id} is ${dispute.status}, not lost.` })
  dispute.status = 'appeal_under_review'
  state.emit(owner, 'charge.dispute.updated', dispute)
  return dispute
}

/** @param outcome `prevented`: the cardholder got the money back without a refund of the salon's */
export function closeDispute(
  state: State,
  owner: Owner,
  dispute: Dispute,
  outcome: DisputeOutcome,
): Dispute {
  dispute.status = outcome
  if (outcome === 'prevented') {
    const charge = state.collections.charges.get(owner, dispute.charge)
    charge.amount_refunded = Math.min(charge.amount, charge.amount_refunded + dispute.amount)
    charge.refunded = charge.amount_refunded === charge.amount
    withdraw(state, owner, dispute)
  }
  if (outcome === 'won') reinstate(state, owner, dispute)
  state.emit(owner, 'charge.dispute.closed', dispute)
  return dispute
}

/** The bank takes the money back, once: an inquiry takes none. */
function withdraw(state: State, owner: Owner, dispute: Dispute): void {
  if (dispute.balance_transactions.length === 0)
    dispute.balance_transactions.push(addDispute(state, owner, dispute))
}

/** The account gets back what the dispute took. */
function reinstate(state: State, owner: Owner, dispute: Dispute): void {
  if (dispute.balance_transactions.length === 1)
    dispute.balance_transactions.push(addWonDispute(state, owner, dispute))
}

export type DisputeOutcome = 'won' | 'lost' | 'prevented' | 'warning_closed'

const daysToRespond = 7

const disputedCard = ({
  payment_method_details: { card },
}: Charge): Dispute['payment_method_details'] => ({
  card: {
    brand: card.brand ?? '',
    case_type: 'chargeback',
    network: card.network ?? '',
    network_reason_code: null,
  },
  type: 'card',
})

const noEvidence: Dispute['evidence'] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}

/** The charge that a cardholder can dispute or get back. */
export function chargeOf(state: State, owner: Owner, { id, latest_charge }: PaymentIntent): Charge {
  const charge = latest_charge === null ? null : state.collections.charges.get(owner, latest_charge)
  if (charge?.status === 'succeeded') return charge
  throw new StripeApiError(400, { message: `${id} has no successful charge.` })
}
