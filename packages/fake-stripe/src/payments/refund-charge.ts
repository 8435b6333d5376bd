import type { Owner } from '../collection.ts'
import { newId } from '../ids.ts'
import type { Charge, Refund } from '../shapes.ts'
import type { State } from '../state.ts'

/** Refunds an amount of a charge, which has to be left of it, in cents. */
export function refundCharge(
  state: State,
  owner: Owner,
  charge: Charge,
  {
    amount,
    status = 'succeeded',
    metadata = {},
    reason = null,
  }: { amount: number } & Partial<Pick<Refund, 'status' | 'metadata' | 'reason'>>,
): Refund {
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  const refund = state.collections.refunds.put(owner, {
    id: newId('re'),
    object: 'refund',
    amount,
    currency: charge.currency,
    created: state.now(),
    metadata,
    status,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason,
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
  return refund
}
