import { type Booking, bookingDueNowCents, bookingRestCents, type Catalog } from '@silla/core'
import type { Row } from './content.ts'
import type { Formatters } from './formatters.ts'
import type { Translation } from './translations/translation.ts'

/** What a booking costs, what of it is paid, online or with points, and what goes back. */
export function bookingAmounts(
  booking: Booking,
  { settings }: Catalog,
  { labels }: Translation,
  format: Formatters,
): Row[] {
  const { pointsUsed, pointsEarned, totalCents, currency, paymentRequired } = booking
  const money = (cents: number) => format.money(cents, currency)
  const moneyIfAny = (cents: number) => (cents > 0 ? money(cents) : '')
  const points = (count: number, isShown: boolean) => (isShown && count > 0 ? String(count) : '')
  const onlineCents = bookingDueNowCents(booking, settings)
  const dueNowCents = paymentRequired ? onlineCents : 0
  const restCents = bookingRestCents(booking, settings) + onlineCents - dueNowCents
  const isCancelled = booking.state === 'cancelled'
  const refundCents = refundedCents(booking)
  return [
    [labels.total, money(totalCents)],
    [labels.pointsUsed, points(pointsUsed, true)],
    [labels.paid, moneyIfAny(paidCents(booking))],
    [labels.dueNow, moneyIfAny(dueNowCents)],
    [labels.rest, moneyIfAny(restCents)],
    [labels.refund, refundCents === null ? '' : money(refundCents)],
    [labels.pointsReturned, points(pointsUsed, isCancelled)],
    [labels.pointsEarned, points(pointsEarned, !isCancelled)],
  ]
}

/**
 * What goes back, or has gone back, to the card. Null when nothing was paid, when nothing is to go
 * back because the visit takes place, and while it is not certain: in a dispute, after another amount
 * than expected, and after a refund that failed.
 */
export function refundedCents({ state, payment }: Booking): number | null {
  if (payment === null || !isPaid[payment.state]) return null
  if (payment.refund?.state === 'failed') return null
  if (payment.refund?.applies) return payment.refund.amountCents
  return state === 'cancelled' && payment.state !== 'disputed' ? 0 : null
}

/** What was paid online. */
const paidCents = ({ payment }: Booking): number =>
  payment !== null && isPaid[payment.state] ? payment.amountCents : 0

/** Whether the amount of a payment in this state has arrived. */
const isPaid: Record<NonNullable<Booking['payment']>['state'], boolean> = {
  pending: false,
  processing: false,
  failed: false,
  cancelled: false,
  /** Another amount has arrived. */
  review: false,
  completed: true,
  partly_refunded: true,
  refunded: true,
  disputed: true,
}
