import type { Booking } from '../../model/booking.ts'
import { paidForVisitCents } from '../../model/payment-summary.ts'
import { freeUntil } from '../cards/card-terms.ts'

/**
 * The most that the salon may charge to the card of a booking when its customer cancels now (D51): 0
 * where it is not late.
 */
export function possibleFeeCents(booking: Booking, now: Date): number {
  const { guarantee, state, paymentId, payment } = booking
  if (guarantee === null || state !== 'confirmed' || now <= freeUntil(booking, guarantee)) return 0
  const retainedCents = paymentId === null ? 0 : paidForVisitCents(payment)
  return Math.max(0, guarantee.lateCancelCents - retainedCents)
}
