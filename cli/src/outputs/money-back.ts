import type { Booking } from '@silla/core'

/** What its payment brings back to the customer when a booking is cancelled. */
export function centsBack({ payment }: Pick<Booking, 'payment'>): number {
  if (payment === null || !/^(completed|partly_refunded)$/.test(payment.state)) return 0
  const { refund } = payment
  return payment.amountCents - (refund?.applies && refund.state !== 'failed' ? refund.amountCents : 0)
}
