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
  const isOpen = booking.state === 'pending' || booking.state === 'confirmed'
  if (!isOpen || booking.startsAt <= now) return 'CANNOT_CANCEL'
  if (!byBusiness && now > cancelableUntil(booking, catalog)) return 'CANCELLATION_DEADLINE_PASSED'
  return null
}
