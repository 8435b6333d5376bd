import type { MovedBooking } from '../availability/visit-plan.ts'
import { findBookingById } from '../bookings/find-booking-by-id.ts'
import type { RequestContext } from '../request-context.ts'

/**
 * A booking for which free times are looked for: its own time counts as free (D37). The callers are
 * those who may read it.
 *
 * @throws AUTHENTICATION_REQUIRED, BOOKING_NOT_FOUND
 */
export async function bookingToMove(
  context: RequestContext,
  input: { bookingId: number; code: string | null },
): Promise<MovedBooking> {
  const { booking } = await findBookingById(context, input)
  return { bookingId: booking.id, lines: booking.lines }
}
