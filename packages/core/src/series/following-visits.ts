import { bookingQueries, seriesQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import { ownProfessionalId } from '../access/own-agenda.ts'
import { accessLevel } from '../bookings/booking-access.ts'
import { readBooking } from '../bookings/read-booking.ts'
import type { Booking } from '../model/booking.ts'
import type { RequestContext } from '../request-context.ts'

/**
 * The visit that a request names, and those of its series that are still to come after it, the earliest
 * first. They are locked in this order, so that two such changes do not wait for each other.
 *
 * @throws BOOKING_NOT_FOUND; INSUFFICIENT_SCOPE from anybody but the salon
 */
export async function lockFollowingVisits(
  context: RequestContext,
  tx: Tx,
  { bookingId, code }: { bookingId: number; code: string | null },
): Promise<[Booking, ...Booking[]]> {
  if (accessLevel(context, code, 'bookings.manage') !== 'business') fail('INSUFFICIENT_SCOPE')
  const catalog = await context.tenant.catalog()
  const professionalId = ownProfessionalId(context)
  const [row] = await bookingQueries.lockBooking(tx, bookingId, professionalId)
  if (!row) fail('BOOKING_NOT_FOUND')
  const named = readBooking(row, catalog)
  const { seriesId, customerId, startsAt: from } = named
  if (seriesId === null) return [named]
  const listed = await seriesQueries.listSeriesVisits(tx, {
    ...{ seriesId, customerId, from, professionalId },
  })
  const following: Booking[] = []
  for (const { id } of listed.filter((one) => one.id !== bookingId)) {
    const [locked] = await bookingQueries.lockBooking(tx, id, professionalId)
    if (locked) following.push(readBooking(locked, catalog))
  }
  return [named, ...following]
}
