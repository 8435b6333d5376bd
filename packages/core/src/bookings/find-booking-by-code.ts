import { bookingQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { actsForBusiness } from '../access/allow.ts'
import { ownProfessionalId } from '../access/own-agenda.ts'
import type { BookingDetail } from '../model/booking.ts'
import type { RequestContext } from '../request-context.ts'
import { viewOf } from './booking-view.ts'
import { internalNote } from './internal-note.ts'
import { readBooking } from './read-booking.ts'

/**
 * Finds a booking by its code (D9, D10). The contact is masked unless the caller is its customer or
 * the salon. One round trip; for the salon and a cancelled booking two.
 *
 * @param code ten characters of Crockford's base32, upper case
 */
export async function findBookingByCode(
  context: RequestContext,
  code: string,
): Promise<BookingDetail> {
  const catalog = await context.tenant.catalog()
  const [[row]] = await context.tenant.db.batch((tx) => [
    bookingQueries.findBookingByCode(tx, code, ownProfessionalId(context)),
  ])
  if (!row) fail('BOOKING_NOT_FOUND')
  const booking = readBooking(row, catalog)
  const contactVisible = seesContact(context, row.customerId)
  return viewOf(context, catalog, booking, contactVisible, await internalNote(context, booking))
}

const seesContact = ({ identity }: RequestContext, customerId: number): boolean =>
  actsForBusiness(identity) || (identity.kind === 'customer' && identity.customerId === customerId)
