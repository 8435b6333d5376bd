import type { Tx } from '../tenant-db.ts'
import type { Fee } from '../types/card.ts'
import type { PaymentPurpose, PaymentState, Refund } from '../types/payment.ts'

/** What a booking or an order shows of a payment. */
export interface PaymentSummaryRow {
  id: number
  purpose: PaymentPurpose
  state: PaymentState
  amountCents: number
  receivedCents: number
  refundSeenCents: number
  /** In the order of their requests; null when there is none. */
  refunds: (Pick<Refund, 'amountCents' | 'state' | 'reason'> & { isSent: boolean })[] | null
}

/** A payment of a booking. */
export interface BookingPaymentRow extends PaymentSummaryRow {
  applied: boolean
  isOpen: boolean
  /** What it charges, as JSON contains it; null: it pays for the visit. */
  fee: (Pick<Fee, 'reason' | 'state'> & { linkUntil: string | null }) | null
}

/** A column for a booking `b`: its payments in the order of their requests; null: it has none. */
export const bookingPaymentsColumn = (tx: Tx) => tx`
  (select jsonb_agg(
      ${summaryColumn(tx)} || jsonb_build_object(
        'applied', payment.applied, 'isOpen', payment.is_open,
        'fee', case when payment.purpose = 'fee' then (
          select jsonb_build_object(
            'reason', fee.reason, 'state', fee.state, 'linkUntil', fee.link_until)
          from fees fee
          where fee.business_id = ${tx.businessId} and fee.payment_id = payment.id) end)
      order by payment.created_at, payment.id)
    from payments payment
    where payment.business_id = ${tx.businessId} and payment.booking_id = b.id)`

/**
 * A column for an order `o`: the payment that paid it, else the one that received money, else the
 * latest.
 */
export const orderPaymentColumn = (tx: Tx) => tx`
  (select ${summaryColumn(tx)}
    from payments payment
    where payment.business_id = ${tx.businessId} and payment.order_id = o.id
    order by payment.applied desc, (payment.received_cents > 0) desc, payment.is_open desc,
      payment.created_at desc, payment.id desc limit 1)`

const summaryColumn = (tx: Tx) => tx`
  jsonb_build_object(
    'id', payment.id, 'purpose', payment.purpose, 'state', payment.state, 'amountCents', payment.amount_cents,
    'receivedCents', payment.received_cents, 'refundSeenCents', payment.refund_seen_cents,
    'refunds', (
      select jsonb_agg(
        jsonb_build_object(
          'amountCents', refund.amount_cents, 'state', refund.state, 'reason', refund.reason,
          'isSent', refund.refund_ref is not null)
        order by refund.created_at, refund.id)
      from refunds refund
      where refund.business_id = ${tx.businessId} and refund.payment_id = payment.id))`
