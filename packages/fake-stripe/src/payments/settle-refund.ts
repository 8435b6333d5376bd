import type { Owner } from '../collection.ts'
import { StripeApiError } from '../http/stripe-error.ts'
import type { Refund } from '../shapes.ts'
import type { State } from '../state.ts'

/** A refund that was pending has arrived. */
export function completeRefund(state: State, owner: Owner, refund: Refund): Refund {
  if (refund.status !== 'pending')
    throw new StripeApiError(400, { message: `${refund.id} is ${refund.status} already.` })
  refund.status = 'succeeded'
  state.emit(owner, 'refund.updated', refund)
  return refund
}

/** The bank sends the money back: the charge has it again. */
export function failRefund(
  fakeState: State,
  owner: Owner,
  refund: Refund,
  why = 'declined',
): Refund {
  if (refund.status === 'failed')
    throw new StripeApiError(400, { message: `${refund.id} is failed already.` })
  refund.status = 'failed'
  refund.failure_reason = why
  const charge = fakeState.shelves.charges.get(owner, refund.charge)
  charge.amount_refunded -= refund.amount
  charge.refunded = false
  fakeState.emit(owner, 'refund.updated', refund)
  fakeState.emit(owner, 'refund.failed', refund)
  return refund
}
