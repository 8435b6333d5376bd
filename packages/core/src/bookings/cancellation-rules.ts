import type { Catalog } from '../catalog/catalog.ts'
import type { Booking } from '../model/booking.ts'

/**
 * The last moment at which a customer may cancel. The hours are real elapsed time, also across a
 * change of the clocks (D17).
 */
export const cancelableUntil = (booking: Booking, catalog: Catalog): Date =>
  new Date(booking.startsAt.getTime() - catalog.settings.cancellationHours * 3_600_000)

/** Why this booking cannot be cancelled now, or null. The business itself has no deadline. */
export function cancellationRefusal(
  booking: Booking,
  catalog: Catalog,
  now: Date,
  byBusiness: boolean,
): 'CANNOT_CANCEL' | 'CANCELLATION_DEADLINE_PASSED' | null {
  if (!hasNotBegun(booking, now)) return 'CANNOT_CANCEL'
  if (!byBusiness && now > cancelableUntil(booking, catalog)) return 'CANCELLATION_DEADLINE_PASSED'
  return null
}

/** Whether a booking can still be changed: it is open, and its visit has not begun. */
export const hasNotBegun = ({ state, startsAt }: Booking, now: Date): boolean =>
  (state === 'pending' || state === 'confirmed') && startsAt > now

/**
 * How much of what was paid a cancellation would refund now, in percent. The business refunds
 * everything; a customer gets no more than when they last moved the booking (D17, D37).
 */
export function refundPercent(
  booking: Booking,
  catalog: Catalog,
  now: Date,
  byBusiness: boolean,
): number {
  if (byBusiness) return 100
  return cancellationRefusal(booking, catalog, now, false) === null ? booking.refundLimitPercent : 0
}
