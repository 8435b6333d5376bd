import { bookingQueries } from '@silla/db'
import type { BookingDetail } from '../model/booking.ts'
import { businessOnly, type RequestContext } from '../request-context.ts'
import { viewOf } from './booking-view.ts'
import { internalNotes } from './internal-notes.ts'
import { type BookingListFilter, toBookingFilter } from './list-filter.ts'
import { readBooking } from './read-booking.ts'

/**
 * One page of the salon's bookings (D14), by default the latest start first, and the total number.
 * One round trip, two when a booking is cancelled.
 *
 * @throws INSUFFICIENT_SCOPE for everybody but the salon itself
 */
export async function listBusinessBookings(
  context: RequestContext,
  input: BookingListFilter & bookingQueries.BookingOwner & { earliestFirst: boolean },
): Promise<{ bookings: BookingDetail[]; total: number }> {
  businessOnly(context)
  const catalog = await context.tenant.catalog()
  const filter = { ...input, ...toBookingFilter(input, catalog) }
  const [rows, [counted]] = await context.tenant.db.batch((tx) => [
    bookingQueries.listBookings(tx, filter),
    bookingQueries.countBookings(tx, filter),
  ])
  const bookings = rows.map((row) => readBooking(row, catalog))
  const notes = await internalNotes(context, bookings)
  return {
    bookings: bookings.map((booking) =>
      viewOf(context, catalog, booking, true, notes.get(booking.id) ?? null),
    ),
    total: counted?.count ?? 0,
  }
}
