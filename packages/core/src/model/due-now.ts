import type { Currency } from '@silla/money'
import type { Settings } from '../catalog/catalog.ts'
import type { Booking } from './booking.ts'
import { onlineCentsOf, payableOnlineCents } from './online-amounts.ts'
import type { Order } from './order.ts'
import { type PaymentSummary, paidForVisitCents } from './payment-summary.ts'

/**
 * The amount in cents that can be paid online now for a booking: its deposit, the full price or 0
 * (D14, D21, D39). It
 * is 0 where the salon takes no online payments, below the processor's minimum charge, and when
 * money has arrived already, even if the amount was wrong.
 */
export const bookingDueNowCents = (booking: OwedBooking, settings: Settings): number =>
  booking.state === 'pending' || booking.state === 'confirmed'
    ? dueNowCents({ ...booking, totalCents: onlineCentsOf(booking) }, settings)
    : 0

/**
 * What is left to be paid at the salon for an open booking, in cents: what cannot be paid online now
 * and was not. A paid booking has a rest when a deposit was paid (D39), or when it was moved to somebody
 * with a higher price (D37).
 */
export function bookingRestCents(booking: OwedBooking, settings: Settings): number {
  if (booking.state !== 'pending' && booking.state !== 'confirmed') return 0
  if (booking.payment?.state === 'review') return 0
  const paidCents = booking.paymentId === null ? 0 : paidForVisitCents(booking.payment)
  return Math.max(0, booking.totalCents - paidCents - bookingDueNowCents(booking, settings))
}

/** The same for an order (D25). */
export const orderDueNowCents = (order: Order, settings: Settings): number =>
  order.state === 'pending' ? dueNowCents(order, settings) : 0

function dueNowCents(owed: Owed, { acceptsOnlinePayments }: Settings): number {
  const isPaid = owed.paymentId !== null || owed.payment?.state === 'review'
  const { currency } = owed
  return isPaid ? 0 : payableOnlineCents(owed.totalCents, { acceptsOnlinePayments, currency })
}

type OwedBooking = Owed & Pick<Booking, 'state' | 'depositCents'>

interface Owed {
  totalCents: number
  currency: Currency
  paymentId: number | null
  payment: PaymentSummary | null
}
