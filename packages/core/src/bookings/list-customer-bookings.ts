import { bookingListQueries, bookingQueries } from '@silla/db'
import type { BookingDetail } from '../model/booking.ts'
import { type RequestContext, signedInCustomer } from '../request-context.ts'
import { type MappedList, mappedLater } from '../slices.ts'
import { viewOf } from './booking-view.ts'
import { type BookingListFilter, toBookingFilter } from './list-filter.ts'
import { listedBookings, parseListedBooking, readListedBooking } from './read-booking.ts'

/** One page of a customer's bookings, the total number, and the next visit, filtered or not. */
export interface CustomerBookings {
  bookings: MappedList<BookingDetail>
  total: number
  next: { id: number; startsAt: Date; timezone: string } | null
}

/**
 * The signed-in customer's own bookings, latest start first (D6). One round trip.
 */
export async function listCustomerBookings(
  context: RequestContext,
  input: BookingListFilter,
): Promise<CustomerBookings> {
  const { customerId } = signedInCustomer(context)
  const { tenant, clock } = context
  const catalog = await tenant.catalog()
  const filter = {
    ...{ ...input, ...toBookingFilter(input, catalog) },
    ...{ customerId, professionalId: null, earliestFirst: false },
  }
  const [rows, [next]] = await tenant.db.batch((tx) => [
    bookingListQueries.listBookings(tx, tx.businessId, filter),
    bookingQueries.findNextBookingByCustomer(tx, { customerId, now: clock.now() }),
  ])
  return {
    bookings: mappedLater(listedBookings(rows), (text) =>
      viewOf(context, catalog, readListedBooking(parseListedBooking(text), catalog), true),
    ),
    total: rows[0]?.total ?? 0,
    next: next
      ? { id: next.id, startsAt: next.startsAt, timezone: catalog.settings.timezone }
      : null,
  }
}
