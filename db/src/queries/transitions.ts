import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { BookingTransition } from '../types/booking.ts'
import { participantCondition } from './bookings.ts'

/** The history of a booking is append-only. */
export const insertTransition = (
  tx: Tx,
  transition: BookingTransition & { bookingId: number },
): Query<object> => tx`
  insert into booking_transitions (
    business_id, booking_id, from_state, to_state, actor, reason, note, moved_from, moved_to,
    occurred_at)
  values (${tx.businessId}, ${transition.bookingId}, ${transition.from}, ${transition.to},
    ${transition.by}, ${transition.reason}, ${transition.note}, ${transition.movedFrom},
    ${transition.movedTo}, ${transition.at})`

/** When a booking reached its current state, and who changed it: a move and other services are no change. */
export const findLastTransition = (
  tx: Tx,
  bookingId: number,
): Query<Pick<BookingTransition, 'at' | 'by'>> => tx`
  select occurred_at as at, actor as by from booking_transitions
  where business_id = ${tx.businessId} and booking_id = ${bookingId}
    and from_state is distinct from to_state
  order by occurred_at desc, id desc limit 1`

/**
 * The history of a booking, the first transition first.
 *
 * @param professionalId who takes part in the booking; null: anybody
 */
export const listTransitions = (
  tx: Tx,
  bookingId: number,
  professionalId: number | null,
): Query<BookingTransition> => tx`
  select occurred_at as at, from_state as "from", to_state as "to", actor as by, reason, note,
    moved_from, moved_to
  from booking_transitions
  where business_id = ${tx.businessId} and booking_id = ${bookingId}
    ${
      professionalId === null
        ? tx``
        : tx`and exists (
            select from bookings b
            where b.business_id = ${tx.businessId} and b.id = ${bookingId}
              ${participantCondition(tx, professionalId)})`
    }
  order by occurred_at, id`

/** The note that the salon wrote when it cancelled a booking; no row without one. */
export const findCancellationNote = (tx: Tx, bookingId: number): Query<{ note: string }> => tx`
  select note from booking_transitions
  where business_id = ${tx.businessId} and booking_id = ${bookingId} and to_state = 'cancelled'
    and note <> '' limit 1`
