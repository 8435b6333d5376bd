import type { Owner } from '../collection.ts'
import { newId } from '../ids.ts'
import type { Charge, Refund } from '../shapes.ts'
import type { State } from '../state.ts'
import { addRefund } from './balance.ts'

/**
 * Refunds an amount of a charge, which has to be left of it, in cents. `returnsFee`: the platform
 * returns its part of the application fee.
 */
export function refundCharge(
  state: State,
  owner: Owner,
  charge: Charge,
  {
    amount,
    status = 'succeeded',
    metadata = {},
    reason = null,
    returnsFee = false,
  }: { amount: number; returnsFee?: boolean } & Partial<
    Pick<Refund, 'status' | 'metadata' | 'reason'>
  >,
): Refund {
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  const { currency, application_fee_amount: fee } = charge
  const returnedFee = returnsFee ? Math.round(((fee ?? 0) * amount) / charge.amount) : 0
  const id = newId('re')
  const refund = state.collections.refunds.put(owner, {
    id,
    object: 'refund',
    amount,
    currency,
    created: state.now(),
    metadata,
    status,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason,
    balance_transaction: addRefund(state, owner, { id, amount, currency }, returnedFee).id,
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
