import { bookingQueries } from '@silla/db'
import type { BookingDetail } from '../model/booking.ts'
import { type RequestContext, signedInCustomer } from '../request-context.ts'
import { viewOf } from './booking-view.ts'
import { type BookingListFilter, toBookingFilter } from './list-filter.ts'
import { readBooking } from './read-booking.ts'

/** One page of a customer's bookings, the total number, and the next visit, filtered or not. */
export interface CustomerBookings {
  bookings: BookingDetail[]
  total: number
  next: { id: number; startsAt: Date; timezone: string } | null
}

/**
 * The signed-in customer's own bookings, latest start first (D6). One round trip.
 *
 * @throws AUTHENTICATION_REQUIRED unless a customer is signed in
 */
export async function listCustomerBookings(
  context: RequestContext,
  input: BookingListFilter,
): Promise<CustomerBookings> {
  const { customerId } = signedInCustomer(context)
  const { tenant, clock } = context
  const catalog = await tenant.catalog()
  const filter = { ...input, ...toBookingFilter(input, catalog), customerId }
  const [rows, [counted], [next]] = await tenant.db.batch((tx) => [
    bookingQueries.listBookingsByCustomer(tx, filter),
    bookingQueries.countBookingsByCustomer(tx, filter),
    bookingQueries.findNextBookingByCustomer(tx, { customerId, now: clock.now() }),
  ])
  return {
    bookings: rows.map((row) => viewOf(context, catalog, readBooking(row, catalog), true)),
    total: counted?.count ?? 0,
    next: next
      ? { id: next.id, startsAt: next.startsAt, timezone: catalog.settings.timezone }
      : null,
  }
}
