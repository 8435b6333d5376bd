import { transitionQueries } from '@silla/db'
import type { Booking } from '../model/booking.ts'
import type { RequestContext } from '../request-context.ts'

/**
 * The salon's notes about the cancellations of these bookings, by booking (D17); empty for
 * everybody but the salon. One round trip, none when no booking is cancelled.
 *
 * A note is no part of `Booking`, which is copied into events, emails and stored responses.
 */
export async function internalNotes(
  { identity, tenant }: RequestContext,
  bookings: readonly Booking[],
): Promise<ReadonlyMap<number, string>> {
  const ids = bookings.filter(({ state }) => state === 'cancelled').map(({ id }) => id)
  if (identity.kind !== 'business' || ids.length === 0) return new Map()
  const [notes] = await tenant.db.batch((tx) => [transitionQueries.listCancellationNotes(tx, ids)])
  return new Map(notes.map(({ bookingId, note }) => [bookingId, note]))
}

/** The same for one booking; null without a note. */
export const internalNote = async (
  context: RequestContext,
  booking: Booking,
): Promise<string | null> => (await internalNotes(context, [booking])).get(booking.id) ?? null
