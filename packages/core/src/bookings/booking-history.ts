import { bookingQueries } from '@silla/db'
import { businessOnly, type RequestContext } from '../request-context.ts'
import type { BookingState, CancelledBy } from './booking.ts'

/** One state change of a booking: when, by whom, and why if a reason was given. */
export interface BookingTransition {
  at: Date
  /** null: the booking was created */
  from: BookingState | null
  to: BookingState
  by: CancelledBy
  reason: string
}

/**
 * All state changes of a booking, the oldest first (D14); empty when there is no such booking.
 *
 * @throws INSUFFICIENT_SCOPE for everybody but the salon itself
 */
export async function bookingHistory(
  context: RequestContext,
  bookingId: number,
): Promise<BookingTransition[]> {
  businessOnly(context)
  const [rows] = await context.tenant.db.batch((tx) => [
    bookingQueries.listTransitions(tx, bookingId),
  ])
  return rows.map((row) => ({
    at: row.occurredAt,
    from: row.fromState,
    to: row.toState,
    by: row.actor,
    reason: row.reason,
  }))
}
