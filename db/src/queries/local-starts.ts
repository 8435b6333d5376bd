import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'

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
