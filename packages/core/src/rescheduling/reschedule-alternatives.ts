import { bookingQueries } from '@silla/db'
import { bookedVisitPlan } from '../availability/booked-visit.ts'
import { freeTimesNear } from '../bookings/alternatives.ts'
import { readBooking } from '../bookings/read-booking.ts'
import type { Alternative, RescheduleInput } from '../model/booking.ts'
import type { RequestContext } from '../request-context.ts'

/**
 * The free times nearest to one that a booking cannot be moved to; its own time counts as free
 * (D37).
 *
 * @throws PROFESSIONAL_NOT_FOUND, SERVICE_NOT_OFFERED when the catalogue changed
 */
export async function rescheduleAlternatives(
  context: RequestContext,
  input: RescheduleInput,
): Promise<Alternative[]> {
  const { bookingId, professionals } = input
  const [[row]] = await context.tenant.db.batch((tx) => [
    bookingQueries.findBookingById(tx, bookingId),
  ])
  if (!row) return []
  const { lines } = readBooking(row, await context.tenant.catalog())
  return freeTimesNear(
    context,
    input,
    (catalog) => bookedVisitPlan(catalog, lines, professionals),
    bookingId,
  )
}
