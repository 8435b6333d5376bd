import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { Fee } from '../types/card.ts'

export const findFee = (tx: Tx, id: number): Query<Fee> => tx`
  ${feesWhere(tx)} and fee.id = ${id}`

/** Locked until the transaction ends; its payment has to be locked before. */
export const lockFeeOfPayment = (tx: Tx, paymentId: number): Query<Fee> => tx`
  ${feesWhere(tx)} and fee.payment_id = ${paymentId}
  for no key update of fee`

/** The fee of a booking that counts, and otherwise the last one that failed. */
export const findFeeOfBooking = (tx: Tx, bookingId: number): Query<Fee> => tx`
  ${feesWhere(tx)} and fee.booking_id = ${bookingId}
  order by (fee.state = 'failed'), fee.created_at desc, fee.id desc limit 1`

/** The fees of a customer, and of those who were merged into them (D74), that are not decided yet. */
export const listOpenFeesOfCustomer = (tx: Tx, customerId: number): Query<Fee> => tx`
  ${feesWhere(tx)} and fee.state in ('requested', 'action') and exists (
    select from saved_cards card
    join customers customer
      on customer.business_id = ${tx.businessId} and customer.id = card.customer_id
    where card.business_id = ${tx.businessId} and card.id = fee.card_id
      and (customer.id = ${customerId} or customer.merged_into = ${customerId}))
  order by fee.created_at, fee.id`

/** Returns no row when the booking has a fee that has not failed. */
export const insertFee = (
  tx: Tx,
  fee: Omit<Fee, 'id' | 'state' | 'linkUntil'>,
): Query<{ id: number }> => tx`
  insert into fees (
    business_id, booking_id, card_id, payment_id, reason, amount_cents, created_at, updated_at)
  values (
    ${tx.businessId}, ${fee.bookingId}, ${fee.cardId}, ${fee.paymentId}, ${fee.reason},
    ${fee.amountCents}, ${fee.createdAt}, ${fee.createdAt})
  on conflict do nothing
  returning id`

/** The row has to be locked. */
export const updateFeeState = (
  tx: Tx,
  fee: Pick<Fee, 'id' | 'state' | 'linkUntil'> & { at: Date },
): Query<object> => tx`
  update fees set state = ${fee.state}, link_until = ${fee.linkUntil}, updated_at = ${fee.at}
  where business_id = ${tx.businessId} and id = ${fee.id}`

/** More conditions may follow. */
const feesWhere = (tx: Tx) => tx`
  select fee.id, fee.booking_id, fee.card_id, fee.payment_id, fee.reason, fee.amount_cents,
    fee.state, fee.link_until, fee.created_at
  from fees fee
  where fee.business_id = ${tx.businessId}`
