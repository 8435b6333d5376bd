import { bookingListQueries } from '@silla/db'
import { allow } from '../access/allow.ts'
import { assertOwnAgenda, ownProfessionalId } from '../access/own-agenda.ts'
import type { BookingDetail } from '../model/booking.ts'
import type { RequestContext } from '../request-context.ts'
import { mapInSlices, openSlices } from '../slices.ts'
import { viewOf } from './booking-view.ts'
import { type BookingListFilter, toBookingFilter } from './list-filter.ts'
import { listedBookings, parseListedBooking, readListedBooking } from './read-booking.ts'

/**
 * One page of the salon's bookings (D14), by default the latest start first, and the total number.
 * One round trip.
 */
export async function listBusinessBookings(
  context: RequestContext,
  input: BookingListFilter & bookingListQueries.BookingOwner & { earliestFirst: boolean },
): Promise<{ bookings: BookingDetail[]; total: number }> {
  allow(context, 'agenda.own')
  const catalog = await context.tenant.catalog()
  const own = ownProfessionalId(context)
  if (own !== null && input.professionalId !== null)
    assertOwnAgenda(context, [input.professionalId])
  const professionalId = own ?? input.professionalId
  const filter = { ...input, professionalId, ...toBookingFilter(input, catalog) }
  const rows = await context.tenant.db.query((sql) =>
    bookingListQueries.listBookings(sql, context.tenant.db.businessId, filter),
  )
  return {
    bookings: await mapInSlices(openSlices(), listedBookings(rows), (text) => {
      const row = parseListedBooking(text)
      return viewOf(context, catalog, readListedBooking(row, catalog), true, row.internalNote)
    }),
    total: rows[0]?.total ?? 0,
  }
}
