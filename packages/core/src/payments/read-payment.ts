import type { disputeQueries, paymentQueries, refundQueries } from '@silla/db'
import type { Dispute, Payment, Reference, Refund } from '../model/payment.ts'

/** A stored payment in the core's words. */
export const readPayment = (row: paymentQueries.PaymentRow): Payment => ({
  id: row.id,
  reference: readReference(row),
  customerId: row.customerId,
  account: row.accountRef,
  amountCents: row.amountCents,
  currency: row.currency,
  feeCents: row.feeCents,
  pointsBought: row.pointsBought,
  state: row.state,
  isOpen: row.isOpen,
  intentRef: row.intentRef,
  facts: {
    receivedCents: row.receivedCents,
    receivedCurrency: row.receivedCurrency,
    status: row.statusSeen,
    statusAt: row.statusSeenAt,
    chargeRef: row.chargeRef,
    refundSeenCents: row.refundSeenCents,
    failure: row.failedAt && {
      code: row.failureCode,
      message: row.failureMessage,
      at: row.failedAt,
    },
  },
  settledAt: row.settledAt,
  applied: row.applied,
  pointsAwarded: row.pointsAwarded,
  receiptUrl: row.receiptUrl,
  version: row.version,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

function readReference(row: paymentQueries.ReferenceRow): Reference {
  if (row.bookingId !== null) return { kind: 'booking', bookingId: row.bookingId }
  if (row.orderId !== null) return { kind: 'order', orderId: row.orderId }
  if (row.packageId !== null) return { kind: 'package', packageId: row.packageId }
  throw new Error('a payment is for nothing')
}

/** A stored refund in the core's words. */
export const readRefund = (row: refundQueries.RefundRow): Refund => ({
  id: row.id,
  paymentId: row.paymentId,
  reason: row.reason,
  amountCents: row.amountCents,
  state: row.state,
  refundRef: row.refundRef,
  failureMessage: row.failureMessage,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

/** A stored dispute in the core's words. */
export const readDispute = (row: disputeQueries.DisputeRow): Dispute => ({
  id: row.id,
  paymentId: row.paymentId,
  disputeRef: row.disputeRef,
  amountCents: row.amountCents,
  reason: row.reason,
  state: row.state,
})
