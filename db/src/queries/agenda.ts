import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { BookingTransition } from '../types/booking.ts'
import { type BookingRow, bookingColumns } from './bookings.ts'

/** Bookings that start at a time or later and were changed after `since`, by start. */
export const listChangedBookings = (
  tx: Tx,
  { from, since }: { from: Date; since: Date },
): Query<BookingRow> => tx`
  ${bookingColumns(tx)}
  where b.business_id = ${tx.businessId} and b.starts_at >= ${from} and b.updated_at > ${since}
  order by b.starts_at, b.created_at, b.id`

/** What was done to some bookings after `since`, in order. */
export const listTransitionsSince = (
  tx: Tx,
  { bookingIds, since }: { bookingIds: readonly number[]; since: Date },
): Query<BookingTransition & { bookingId: number }> => tx`
  select booking_id, occurred_at as at, from_state as "from", to_state as "to", actor as by, reason,
    note, moved_from, moved_to
  from booking_transitions
  where business_id = ${tx.businessId} and booking_id = any(${[...bookingIds]}::bigint[])
    and occurred_at > ${since}
  order by occurred_at, id`

/** When the last of some emails was requested; null: none was, or it was deleted since. */
export const findLastMail = (tx: Tx, causes: readonly string[]): Query<{ at: Date | null }> => tx`
  select max(created_at) as at from mails
  where business_id = ${tx.businessId} and cause = any(${[...causes]}::text[])`
