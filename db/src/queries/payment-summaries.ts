import type { Tx } from '../tenant-db.ts'
import type { PaymentState, Refund } from '../types/payment.ts'

/**
 * What a booking or an order shows of its payment: of the one that paid it, else of the one that
 * received money, else of the latest.
 */
export interface PaymentSummaryRow {
  id: number
  state: PaymentState
  amountCents: number
  receivedCents: number
  refundSeenCents: number
  /** In the order of their requests; null when there is none. */
  refunds: (Pick<Refund, 'amountCents' | 'state' | 'reason'> & { isSent: boolean })[] | null
}

/** A column for a booking `b`. */
export const bookingPaymentColumn = (tx: Tx) => tx`
  (${summaryColumns(tx)}
    where payment.business_id = ${tx.businessId} and payment.booking_id = b.id
    ${firstThatCounts(tx)})`

/** A column for an order `o`. */
export const orderPaymentColumn = (tx: Tx) => tx`
  (${summaryColumns(tx)}
    where payment.business_id = ${tx.businessId} and payment.order_id = o.id
    ${firstThatCounts(tx)})`

const summaryColumns = (tx: Tx) => tx`
  select jsonb_build_object(
    'id', payment.id, 'state', payment.state, 'amountCents', payment.amount_cents,
    'receivedCents', payment.received_cents, 'refundSeenCents', payment.refund_seen_cents,
    'refunds', (
      select jsonb_agg(
        jsonb_build_object(
          'amountCents', refund.amount_cents, 'state', refund.state, 'reason', refund.reason,
          'isSent', refund.refund_ref is not null)
        order by refund.created_at, refund.id)
      from refunds refund
      where refund.business_id = ${tx.businessId} and refund.payment_id = payment.id))
  from payments payment`

const firstThatCounts = (tx: Tx) => tx`
  order by payment.applied desc, (payment.received_cents > 0) desc, payment.is_open desc,
    payment.created_at desc, payment.id desc limit 1`
