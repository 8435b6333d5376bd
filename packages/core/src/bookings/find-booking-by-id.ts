import { bookingQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { ownProfessionalId } from '../access/own-agenda.ts'
import type { BookingDetail } from '../model/booking.ts'
import type { RequestContext } from '../request-context.ts'
import { accessLevel, canAccess } from './booking-access.ts'
import { viewOf } from './booking-view.ts'
import { internalNote } from './internal-note.ts'
import { readBooking } from './read-booking.ts'

/**
 * Finds a booking by its id, for its customer, for the salon, or for a guest with its code (D9,
 * D16). A guest sees the contact masked. One round trip; for the salon and a cancelled booking two.
 */
export async function findBookingById(
  context: RequestContext,
  input: { bookingId: number; code: string | null },
): Promise<BookingDetail> {
  const level = accessLevel(context, input.code, 'agenda.own')
  const catalog = await context.tenant.catalog()
  const [[row]] = await context.tenant.db.batch((tx) => [
    bookingQueries.findBookingById(tx, input.bookingId, ownProfessionalId(context)),
  ])
  if (!row || !canAccess(context, input.code, row)) fail('BOOKING_NOT_FOUND')
  const booking = readBooking(row, catalog)
  const note = level === 'business' ? await internalNote(context, booking) : null
  return viewOf(context, catalog, booking, level !== 'guest', note)
}
