import { transitionQueries } from '@silla/db'
import { actsForBusiness } from '../access/allow.ts'
import type { Booking } from '../model/booking.ts'
import type { RequestContext } from '../request-context.ts'

/**
 * The salon's note about the cancellation of a booking (D17); null without one, and for everybody but
 * the salon. One round trip, none when the booking is not cancelled.
 *
 * A note is no part of `Booking`, which is copied into events, emails and stored responses.
 */
export async function internalNote(
  { identity, tenant }: RequestContext,
  { id, state }: Booking,
): Promise<string | null> {
  if (!actsForBusiness(identity) || state !== 'cancelled') return null
  const [[found]] = await tenant.db.batch((tx) => [transitionQueries.findCancellationNote(tx, id)])
  return found?.note ?? null
}
