import { bookingQueries } from '@silla/db'
import type { BookingDetail } from '../model/booking.ts'
import { businessOnly, type RequestContext } from '../request-context.ts'
import { viewOf } from './booking-view.ts'
import { type BookingListFilter, toBookingFilter } from './list-filter.ts'
import { readBooking } from './read-booking.ts'

/**
 * One page of the salon's bookings (D14), by default the latest start first, and the total number.
 * One round trip.
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
  return {
    bookings: rows.map((row) => viewOf(context, catalog, readBooking(row, catalog), true)),
    total: counted?.count ?? 0,
  }
}
