import type { Owner } from '../collection.ts'
import type { Refund } from '../shapes.ts'
import type { State } from '../state.ts'
import { StripeApiError } from '../stripe-error.ts'
import { addFailedRefund } from './balance.ts'

/** Completes a pending refund. */
export function completeRefund(state: State, owner: Owner, refund: Refund): Refund {
  if (refund.status !== 'pending')
    throw new StripeApiError(400, { message: `${refund.id} is ${refund.status} already.` })
  refund.status = 'succeeded'
  state.emit(owner, 'refund.updated', refund)
  return refund
}

/** The bank rejects the refund, so its amount counts as not refunded again. */
export function failRefund(
  state: State,
  owner: Owner,
  refund: Refund,
  reason = 'declined',
): Refund {
  if (refund.status === 'failed')
    throw new StripeApiError(400, { message: `${refund.id} is failed already.` })
  refund.status = 'failed'
  refund.failure_reason = reason
  const charge = state.collections.charges.get(owner, refund.charge)
  charge.amount_refunded -= refund.amount
  charge.refunded = false
  refund.failure_balance_transaction = addFailedRefund(state, owner, refund).id
  state.emit(owner, 'refund.updated', refund)
  state.emit(owner, 'refund.failed', refund)
  return refund
}
