import { fail } from '@silla/errors'
import { actsForBusiness } from '../access/allow.ts'
import type { BookingDetail } from '../model/booking.ts'
import type { RequestContext } from '../request-context.ts'
import { viewOf } from './booking-view.ts'
import { findBookingRow } from './find-booking-row.ts'
import { readListedBooking } from './read-booking.ts'

/**
 * Finds a booking by its code (D9, D10). The contact is masked unless the caller is its customer or
 * the salon. One round trip.
 *
 * @param code ten characters of Crockford's base32, upper case
 */
export async function findBookingByCode(
  context: RequestContext,
  code: string,
): Promise<BookingDetail> {
  const catalog = await context.tenant.catalog()
  const row = await findBookingRow(context, { code })
  if (!row) fail('BOOKING_NOT_FOUND')
  const booking = readListedBooking(row, catalog)
  const contactVisible = seesContact(context, row.customerId)
  const note = actsForBusiness(context.identity) ? row.internalNote : null
  return viewOf(context, catalog, booking, contactVisible, note)
}

const seesContact = ({ identity }: RequestContext, customerId: number): boolean =>
  actsForBusiness(identity) || (identity.kind === 'customer' && identity.customerId === customerId)
