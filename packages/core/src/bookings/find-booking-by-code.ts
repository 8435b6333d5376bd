import { bookingQueries } from '@silla/db'
import { fail } from '@silla/errors'
import type { BookingDetail } from '../model/booking.ts'
import type { RequestContext } from '../request-context.ts'
import { viewOf } from './booking-view.ts'
import { readBooking } from './read-booking.ts'

/**
 * Finds a booking by its code (D9, D10). The contact is masked unless the caller is its customer or
 * the salon. One round trip.
 *
 * @param code ten characters of Crockford's base32, upper case
 * @throws BOOKING_NOT_FOUND
 */
export async function findBookingByCode(
  context: RequestContext,
  code: string,
): Promise<BookingDetail> {
  const catalog = await context.tenant.catalog()
  const [[row]] = await context.tenant.db.batch((tx) => [
    bookingQueries.findBookingByCode(tx, code),
  ])
  if (!row) fail('BOOKING_NOT_FOUND')
  return viewOf(context, catalog, readBooking(row, catalog), seesContact(context, row.customerId))
}

const seesContact = ({ identity }: RequestContext, customerId: number): boolean =>
  identity.kind === 'business' ||
  (identity.kind === 'customer' && identity.customerId === customerId)
