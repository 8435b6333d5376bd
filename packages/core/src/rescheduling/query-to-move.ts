import { queryFor } from '../availability/booked-visit.ts'
import type { VisitQuery } from '../availability/visit-plan.ts'
import { findBookingById } from '../bookings/find-booking-by-id.ts'
import type { RequestContext } from '../request-context.ts'

/**
 * A query for the free times of a booking that is to be moved: its own time counts as free, and what
 * the query leaves open is as it was booked (D37). The callers are those who may read the booking.
 *
 * @param moved null: the query is not about a booking
 * @throws AUTHENTICATION_REQUIRED, BOOKING_NOT_FOUND
 */
export async function queryToMove<Query extends VisitQuery>(
  context: RequestContext,
  query: Query,
  moved: { bookingId: number; code: string | null } | null,
): Promise<Query> {
  if (moved === null) return query
  const { booking } = await findBookingById(context, moved)
  return queryFor(query, { bookingId: booking.id, lines: booking.lines })
}
