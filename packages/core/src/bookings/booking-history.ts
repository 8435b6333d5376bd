import { transitionQueries } from '@silla/db'
import { allow } from '../access/allow.ts'
import { ownProfessionalId } from '../access/own-agenda.ts'
import type { BookingTransition } from '../model/booking.ts'
import type { RequestContext } from '../request-context.ts'

/**
 * How a booking reached its state, the first transition first (D14); empty for a booking that does
 * not exist.
 *
 * @throws INSUFFICIENT_SCOPE for everybody but the salon itself
 */
export async function bookingHistory(
  context: RequestContext,
  bookingId: number,
): Promise<BookingTransition[]> {
  allow(context, 'agenda.own')
  const [transitions] = await context.tenant.db.batch((tx) => [
    transitionQueries.listTransitions(tx, bookingId, ownProfessionalId(context)),
  ])
  return transitions
}
