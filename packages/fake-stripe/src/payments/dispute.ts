import type { Owner } from '../collection.ts'
import { StripeApiError } from '../http/stripe-error.ts'
import { newId } from '../ids.ts'
import type { Charge, Dispute, PaymentIntent } from '../shapes.ts'
import type { State } from '../state.ts'

/** The cardholder disputes the payment at their bank. */
export function openDispute(
  state: State,
  owner: Owner,
  intent: PaymentIntent,
  reason = 'general',
): Dispute {
  const charge = chargeOf(state, owner, intent)
  charge.disputed = true
  const dispute = state.collections.disputes.put(owner, {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    currency: charge.currency,
    created: state.now(),
    livemode: false,
    metadata: {},
    status: 'needs_response',
    reason,
    charge: charge.id,
    payment_intent: intent.id,
  })
  state.emit(owner, 'charge.dispute.created', dispute)
  return dispute
}

export function closeDispute(
  state: State,
  owner: Owner,
  dispute: Dispute,
  outcome: 'won' | 'lost',
): Dispute {
  dispute.status = outcome
  state.emit(owner, 'charge.dispute.closed', dispute)
  return dispute
}

function chargeOf(state: State, owner: Owner, { id, latest_charge }: PaymentIntent): Charge {
  const charge = latest_charge === null ? null : state.collections.charges.get(owner, latest_charge)
  if (charge?.status === 'succeeded') return charge
  throw new StripeApiError(400, { message: `${id} has no successful charge to dispute.` })
}
