import type { Tx } from '../tenant-db.ts'

/**
 * What was paid for something: the payment that paid it, else the one that brought money, else the
 * latest try.
 */
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
  amountCents: number
  receivedCents: number
  refundSeenCents: number
  /** In the order in which they were asked for; null when there is none. */
  refunds: { amountCents: number; state: 'pending' | 'completed' | 'failed' }[] | null
}

/** For the columns of a booking `b`, so that what was paid comes with it. */
export const bookingPaymentColumn = (tx: Tx) => tx`
  (${summaryColumns(tx)} where payment.business_id = ${tx.businessId} and payment.booking_id = b.id ${theOneThatCounts(tx)})`

/** The same for an order `o`. */
export const orderPaymentColumn = (tx: Tx) => tx`
  (${summaryColumns(tx)} where payment.business_id = ${tx.businessId} and payment.order_id = o.id ${theOneThatCounts(tx)})`

const summaryColumns = (tx: Tx) => tx`
  select jsonb_build_object(
    'id', payment.id, 'state', payment.state, 'amountCents', payment.amount_cents, 'receivedCents', payment.received_cents,
    'refundSeenCents', payment.refund_seen_cents,
    'refunds', (
      select jsonb_agg(jsonb_build_object('amountCents', refund.amount_cents, 'state', refund.state) order by refund.id)
      from refunds refund where refund.business_id = ${tx.businessId} and refund.payment_id = payment.id))
  from payments payment`

const theOneThatCounts = (tx: Tx) => tx`
  order by payment.applied desc, (payment.received_cents > 0) desc, payment.id desc limit 1`
