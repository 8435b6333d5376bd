import type { Currency } from '@silla/money'
import type { Settings } from '../catalog/catalog.ts'
import type { Booking } from './booking.ts'
import { onlineCentsOf, payableOnlineCents } from './online-amounts.ts'
import type { Order } from './order.ts'
import { type PaymentSummary, paidForVisitCents, refundableAmountCents } from './payment-summary.ts'

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
 * The deposit on a booking in cents (D39): what was paid as such, before that what has to be paid, which
 * follows a price that was lowered. null: none.
 */
export function bookingDepositCents(booking: OwedBooking): number | null {
  const { depositCents, paymentId, payment } = booking
  if (depositCents === null) return null
  return paymentId === null || payment === null ? onlineCentsOf(booking) : payment.amountCents
}

/**
 * What counts towards a fee for a booking, in cents (D51): what the salon keeps of an online payment, before
 * that the deposit.
 */
export const bookingRetainedCents = (booking: OwedBooking): number =>
  booking.paymentId === null
    ? (bookingDepositCents(booking) ?? 0)
    : refundableAmountCents(booking.payment)

/**
 * The amount in cents of a fee that its customer can pay with a link now, because their bank wants to
 * authenticate them (D51).
 */
export const feeDueNowCents = (
  { fee }: Pick<Booking, 'fee'>,
  { acceptsOnlinePayments }: Settings,
): number => (acceptsOnlinePayments && fee?.state === 'action' ? fee.amountCents : 0)

/**
 * What is left to be paid at the salon for an open booking, in cents: what cannot be paid online now
 * and was not. A paid booking has a rest when a deposit was paid (D39), or when it was moved to somebody
 * with a higher price (D37).
 */
export function bookingRestCents(booking: OwedBooking, settings: Settings): number {
  if (booking.state !== 'pending' && booking.state !== 'confirmed') return 0
  if (booking.payment?.state === 'review') return 0
  return Math.max(0, unpaidCents(booking) - bookingDueNowCents(booking, settings))
}

/**
 * What the salon can still take at the desk for a booking, in cents (D54): of its price what was neither
 * paid online nor taken. 0 unless it is confirmed or has taken place.
 */
export function bookingTillCents(booking: OwedBooking): number {
  if (booking.state !== 'confirmed' && booking.state !== 'completed') return 0
  return booking.payment?.state === 'review' ? 0 : Math.max(0, unpaidCents(booking))
}

/**
 * What the salon has taken or received beyond the price of a booking, in cents, and has to give back at the
 * desk: its services were changed since.
 */
export function bookingExcessCents(booking: OwedBooking): number {
  if (booking.takenCents === 0) return 0
  const owedCents = booking.state === 'cancelled' ? 0 : booking.totalCents
  const paidCents = booking.state === 'cancelled' ? 0 : paidOnlineCents(booking)
  return Math.min(booking.takenCents, Math.max(0, booking.takenCents + paidCents - owedCents))
}

/** Of its price what was neither paid online nor taken; negative when it was too much. */
const unpaidCents = (owed: Owed): number =>
  owed.totalCents - paidOnlineCents(owed) - owed.takenCents

/** A refund by the salon does not make it unpaid again. */
const paidOnlineCents = ({ paymentId, payment }: Owed): number =>
  paymentId === null ? 0 : paidForVisitCents(payment)

/** The amount in cents that can be paid online now for an order (D25). */
export const orderDueNowCents = (order: Order, settings: Settings): number =>
  order.state === 'pending' ? dueNowCents(order, settings) : 0

/** What the salon can still take at the desk for an order that was not cancelled, in cents (D54). */
export const orderTillCents = (order: Order): number =>
  order.state === 'cancelled' || order.state === 'refunded' || order.payment?.state === 'review'
    ? 0
    : Math.max(0, unpaidCents(order))

function dueNowCents(owed: Owed, { acceptsOnlinePayments }: Settings): number {
  const isPaid = owed.paymentId !== null || owed.payment?.state === 'review'
  const { currency } = owed
  return isPaid ? 0 : payableOnlineCents(owed.totalCents, { acceptsOnlinePayments, currency })
}

type OwedBooking = Owed & Pick<Booking, 'state' | 'depositCents'>

interface Owed {
  totalCents: number
  takenCents: number
  currency: Currency
  paymentId: number | null
  payment: PaymentSummary | null
}
