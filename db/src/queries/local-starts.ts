import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { BookingFields } from '../types/booking.ts'

/**
 * The upcoming bookings of a business as parallel arrays, by start. Minutes since 1970: the start is
 * an instant, the agreed one a local time without a zone.
 */
export interface LocalStarts {
  ids: number[]
  codes: string[]
  starts: number[]
  agreed: number[]
}

/** @param of only these bookings; null: all */
export const listLocalStarts = (
  tx: Tx,
  now: Date,
  of: readonly number[] | null,
): Query<LocalStarts> => tx`
  select coalesce(array_agg(booking.id order by booking.starts_at, booking.id), '{}') as ids,
    coalesce(array_agg(booking.code order by booking.starts_at, booking.id), '{}') as codes,
    coalesce(array_agg(
      (date_part('epoch', booking.starts_at) / 60)::int order by booking.starts_at, booking.id),
      '{}') as starts,
    coalesce(array_agg(
      (date_part('epoch', booking.local_start) / 60)::int
      order by booking.starts_at, booking.id), '{}') as agreed
  from bookings booking
  where booking.business_id = ${tx.businessId} and booking.starts_at > ${now}
    and booking.state in ('pending', 'confirmed') and booking.local_start is not null
    and ${of === null ? tx`true` : tx`booking.id = any(${[...of]}::bigint[])`}`

/** Moves the claims of a booking; false: the new time is taken (db/functions/app.shift_claims.sql). */
export const shiftClaims = (
  tx: Tx,
  input: { bookingId: number; minutes: number; now: Date },
): Query<{ free: boolean }> => tx`
  select app.shift_claims(${tx.businessId}, ${input.bookingId}, ${input.minutes}, ${input.now})
    as free`

/** Writes the new instants of a booking, whose local time stays; the row has to be locked. */
export const updateInstants = (
  tx: Tx,
  booking: Pick<BookingFields, 'id' | 'startsAt' | 'endsAt' | 'version' | 'updatedAt'> & {
    timezone: string
  },
): Query<object> => tx`
  update bookings
  set starts_at = ${booking.startsAt}, ends_at = ${booking.endsAt}, timezone = ${booking.timezone},
    version = ${booking.version}, updated_at = ${booking.updatedAt}
  where business_id = ${tx.businessId} and id = ${booking.id}`

/** The same for its lines, in their order. */
export const updateLineInstants = (
  tx: Tx,
  booking: Pick<BookingFields, 'id' | 'startsAt' | 'lines'>,
): Query<object> => tx`
  update booking_lines line
  set starts_at = moved.starts_at, ends_at = moved.ends_at,
    visit_starts_at = case when line.visit_starts_at is not null
      then ${booking.startsAt}::timestamptz end
  from unnest(
    ${booking.lines.map(({ startsAt }) => startsAt.toISOString())}::text[]::timestamptz[],
    ${booking.lines.map(({ endsAt }) => endsAt.toISOString())}::text[]::timestamptz[]) with ordinality
    as moved (starts_at, ends_at, place)
  where line.business_id = ${tx.businessId} and line.booking_id = ${booking.id}
    and line.position = moved.place - 1`
