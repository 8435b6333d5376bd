import type { PaymentRow, SalonRows } from '../rows.ts'

/** What has arrived and is neither refunded nor being refunded, by the salon or at the processor. */
export function refundableCents(rows: SalonRows, payment: PaymentRow): number {
  const refunds = rows.refunds.filter(({ paymentId }) => paymentId === payment.id)
  const failed = sum(refunds.filter(({ state }) => state === 'failed'))
  const promised = sum(refunds.filter(({ state }) => state !== 'failed'))
  const refunded = Math.max(promised, payment.refundSeenCents - failed)
  return payment.receivedCents - Math.min(payment.receivedCents, refunded)
}

/** Whether refunds for all of the money were promised, also if they failed. */
export function isReleased(rows: SalonRows, payment: PaymentRow): boolean {
  const promised = sum(rows.refunds.filter(({ paymentId }) => paymentId === payment.id))
  return payment.applied && Math.max(promised, payment.refundSeenCents) >= payment.receivedCents
}

const sum = (refunds: readonly { amountCents: number }[]) =>
  refunds.reduce((total, { amountCents }) => total + amountCents, 0)
