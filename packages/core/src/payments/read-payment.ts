import type { disputeQueries, paymentQueries, refundQueries } from '@silla/db'
import type { Dispute, Payment, Reference, Refund } from './payment.ts'

/** A stored payment in the core's words. */
export const readPayment = (row: paymentQueries.PaymentRow): Payment => ({
  id: row.id,
  reference: readReference(row),
  customerId: row.customer_id,
  account: row.account_ref,
  amountCents: row.amount_cents,
  currency: row.currency,
  feeCents: row.fee_cents,
  pointsBought: row.points_bought,
  state: row.state,
  isOpen: row.is_open,
  intentRef: row.intent_ref,
  facts: {
    receivedCents: row.received_cents,
    receivedCurrency: row.received_currency,
    status: row.status_seen,
    statusAt: row.status_seen_at,
    chargeRef: row.charge_ref,
    refundSeenCents: row.refund_seen_cents,
    failure: row.failed_at && { code: row.failure_code, message: row.failure_message, at: row.failed_at },
  },
  settledAt: row.settled_at,
  applied: row.applied,
  pointsAwarded: row.points_awarded,
  receiptUrl: row.receipt_url,
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

function readReference(row: paymentQueries.ReferenceRow): Reference {
  if (row.booking_id !== null) return { kind: 'booking', bookingId: row.booking_id }
  if (row.order_id !== null) return { kind: 'order', orderId: row.order_id }
  if (row.package_id !== null) return { kind: 'package', packageId: row.package_id }
  throw new Error('a payment is for nothing')
}

/** A stored refund in the core's words. */
export const readRefund = (row: refundQueries.RefundRow): Refund => ({
  id: row.id,
  paymentId: row.payment_id,
  reason: row.reason,
  amountCents: row.amount_cents,
  state: row.state,
  refundRef: row.refund_ref,
  failureMessage: row.failure_message,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** A stored dispute in the core's words. */
export const readDispute = (row: disputeQueries.DisputeRow): Dispute => ({
  id: row.id,
  paymentId: row.payment_id,
  disputeRef: row.dispute_ref,
  amountCents: row.amount_cents,
  reason: row.reason,
  state: row.state,
})
