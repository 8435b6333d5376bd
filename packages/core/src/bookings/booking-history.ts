import { bookingQueries } from '@silla/db'
import { businessOnly, type RequestContext } from '../request-context.ts'
import type { BookingState, CancelledBy } from './booking.ts'

/** One step of a booking: who took it, when, and why if they said so. */
export interface BookingTransition {
  at: Date
  /** null: it was made */
  from: BookingState | null
  to: BookingState
  by: CancelledBy
  reason: string
}

/**
 * How a booking came to where it stands, from the beginning (D14). Nothing for one that is not
 * there.
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
