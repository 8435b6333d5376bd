import { type bookingQueries, bookingListQueries as lists } from '@silla/db'
import { businessOnly } from '../business/business-only.ts'
import type { RequestContext } from '../request-context.ts'
import type { BookingDetail } from './booking.ts'
import { viewOf } from './booking-view.ts'
import { type BookingListFilter, toBookingFilter } from './list-filter.ts'
import { readBooking } from './read-booking.ts'

/**
 * The salon's bookings (D14), latest start first unless told otherwise: one page, and how many there are in all. One round trip.
 *
 * @throws INSUFFICIENT_SCOPE for everybody but the salon itself
 */
export async function listBusinessBookings(
  caller: RequestContext,
  ask: BookingListFilter & lists.BookingOwner & { earliestFirst: boolean },
): Promise<{ bookings: BookingDetail[]; total: number }> {
  businessOnly(caller)
  const catalog = await caller.tenant.catalog()
  const filter = { ...ask, ...toBookingFilter(ask, catalog) }
  const [rows, [counted]] = await caller.tenant.door.batch<[bookingQueries.BookingRow, { count: number }]>((tx) => [
    lists.listBookings(tx, filter),
    lists.countBookings(tx, filter),
  ])
  return {
    bookings: rows.map((row) => viewOf(caller, catalog, readBooking(row, catalog), true)),
    total: counted?.count ?? 0,
  }
}
