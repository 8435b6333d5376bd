import type { PaymentSummary } from './payment-summary.ts'

/** What its payment brings back to the customer, in cents, when a booking is cancelled. */
export function refundableAmountCents(payment: PaymentSummary | null): number {
  if (payment === null || !/^(completed|partly_refunded)$/.test(payment.state)) return 0
  const { refund } = payment
  return (
    payment.amountCents - (refund?.applies && refund.state !== 'failed' ? refund.amountCents : 0)
  )
}
