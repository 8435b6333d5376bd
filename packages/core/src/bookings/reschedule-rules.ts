import type { Catalog } from '../catalog/catalog.ts'
import type { Booking } from '../model/booking.ts'
import { hasNotBegun, isOpen } from './cancellation-rules.ts'

/**
 * The last moment at which a customer may move a booking; unless the salon has a rule of its own,
 * the last one at which they may cancel it (D37).
 */
export function reschedulableUntil(booking: Booking, { settings }: Catalog): Date {
  const hours = settings.rescheduleHours ?? settings.cancellationHours
  return new Date(booking.startsAt.getTime() - hours * 3_600_000)
}

/**
 * Why this booking cannot be moved now, whatever the new time, or null (D37).
 *
 * @param byBusiness the salon moves it: without a deadline and without a limit, and also after its start,
 *   because a customer may be late
 */
export function rescheduleRefusal(
  booking: Booking,
  catalog: Catalog,
  now: Date,
  byBusiness: boolean,
): 'CANNOT_RESCHEDULE' | 'RESCHEDULE_DEADLINE_PASSED' | 'RESCHEDULE_LIMIT_REACHED' | null {
  if (byBusiness) return isOpen(booking) ? null : 'CANNOT_RESCHEDULE'
  if (!hasNotBegun(booking, now)) return 'CANNOT_RESCHEDULE'
  if (now > reschedulableUntil(booking, catalog)) return 'RESCHEDULE_DEADLINE_PASSED'
  if (booking.customerReschedules >= catalog.settings.rescheduleLimit)
    return 'RESCHEDULE_LIMIT_REACHED'
  return null
}
