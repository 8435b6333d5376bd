import type { Tx } from '../tenant-db.ts'

/** What was paid for something: the payment that paid it, else the one that brought money, else the latest try. */
export interface PaymentSummaryRow {
  id: number
  state:
    | 'pending'
    | 'processing'
    | 'completed'
    | 'failed'
    | 'cancelled'
    | 'refunded'
    | 'partly_refunded'
    | 'disputed'
    | 'review'
  amount_cents: number
  received_cents: number
  refund_seen_cents: number
  /** In the order in which they were asked for; null when there is none. */
  refunds: { amount_cents: number; state: 'pending' | 'completed' | 'failed' }[] | null
}

/** For the columns of a booking `b`, so that what was paid comes with it. */
export const bookingPaymentColumn = (tx: Tx) => tx`
  (${summaryColumns(tx)} where payment.business_id = ${tx.businessId} and payment.booking_id = b.id ${theOneThatCounts(tx)})`

/** The same for an order `o`. */
export const orderPaymentColumn = (tx: Tx) => tx`
  (${summaryColumns(tx)} where payment.business_id = ${tx.businessId} and payment.order_id = o.id ${theOneThatCounts(tx)})`

const summaryColumns = (tx: Tx) => tx`
  select jsonb_build_object(
    'id', payment.id, 'state', payment.state, 'amount_cents', payment.amount_cents, 'received_cents', payment.received_cents,
    'refund_seen_cents', payment.refund_seen_cents,
    'refunds', (
      select jsonb_agg(jsonb_build_object('amount_cents', refund.amount_cents, 'state', refund.state) order by refund.id)
      from refunds refund where refund.business_id = ${tx.businessId} and refund.payment_id = payment.id))
  from payments payment`

const theOneThatCounts = (tx: Tx) => tx`
  order by payment.applied desc, (payment.received_cents > 0) desc, payment.id desc limit 1`
