import { fail } from '@silla/errors'
import type { BookingDetail } from '../model/booking.ts'
import type { RequestContext } from '../request-context.ts'
import { accessLevel, canAccess } from './booking-access.ts'
import { viewOf } from './booking-view.ts'
import { findBookingRow } from './find-booking-row.ts'
import { readListedBooking } from './read-booking.ts'

/**
 * Finds a booking by its id, for its customer, for the salon, or for a guest with its code (D9,
 * D16). A guest sees the contact masked. One round trip.
 */
export async function findBookingById(
  context: RequestContext,
  input: { bookingId: number; code: string | null },
): Promise<BookingDetail> {
  const level = accessLevel(context, input.code, 'agenda.own')
  const catalog = await context.tenant.catalog()
  const row = await findBookingRow(context, { id: input.bookingId })
  if (!row || !canAccess(context, input.code, row)) fail('BOOKING_NOT_FOUND')
  const booking = readListedBooking(row, catalog)
  const note = level === 'business' ? row.internalNote : null
  return viewOf(context, catalog, booking, level !== 'guest', note)
}
