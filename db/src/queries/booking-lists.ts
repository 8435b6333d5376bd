import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import { type BookingRow, bookingColumns } from './bookings.ts'

/**
 * Which bookings of a list are meant: those that begin from one moment and before another, in some
 * states.
 */
export interface BookingFilter {
  /** null: without an end on that side */
  from: Date | null
  before: Date | null
  states: readonly BookingRow['state'][]
}

/** A customer's own, by start, latest first. */
export const listBookingsByCustomer = (
  tx: Tx,
  input: BookingFilter & { customerId: number; offset: number; limit: number },
): Query<BookingRow> => tx`
  ${bookingColumns(tx)}
  where b.business_id = ${tx.businessId} and b.customer_id = ${input.customerId} and ${matches(tx, input)}
  order by b.starts_at desc, b.id desc offset ${input.offset} limit ${input.limit}`

export const countBookingsByCustomer = (
  tx: Tx,
  query: BookingFilter & { customerId: number },
): Query<{ count: number }> => tx`
  select count(*)::int as count from bookings b
  where b.business_id = ${tx.businessId} and b.customer_id = ${query.customerId} and ${matches(tx, query)}`

/** The customer's first visit still to come. */
export const findNextBookingByCustomer = (
  tx: Tx,
  { customerId, now }: { customerId: number; now: Date },
): Query<{ id: number; startsAt: Date }> => tx`
  select id, starts_at from bookings
  where business_id = ${tx.businessId} and customer_id = ${customerId} and starts_at > ${now} and state in ('pending', 'confirmed')
  order by starts_at, id limit 1`

/** Whose bookings of a salon are meant; null is everybody's. */
export interface BookingOwner {
  professionalId: number | null
  customerId: number | null
}

/** All of the salon's, or those of one professional or customer, by start. */
export const listBookings = (
  tx: Tx,
  params: BookingFilter & BookingOwner & { earliestFirst: boolean; offset: number; limit: number },
): Query<BookingRow> => tx`
  ${bookingColumns(tx)}
  where b.business_id = ${tx.businessId} and ${areOf(tx, params)} and ${matches(tx, params)}
  order by ${params.earliestFirst ? tx`b.starts_at, b.id` : tx`b.starts_at desc, b.id desc`}
  offset ${params.offset} limit ${params.limit}`

export const countBookings = (
  tx: Tx,
  ask: BookingFilter & BookingOwner,
): Query<{ count: number }> => tx`
  select count(*)::int as count from bookings b
  where b.business_id = ${tx.businessId} and ${areOf(tx, ask)} and ${matches(tx, ask)}`

// as texts, because the driver makes a date of whatever is to be a timestamp, and there is none for
// infinity
const matches = (tx: Tx, { from, before, states }: BookingFilter) => tx`
  b.starts_at >= ${from?.toISOString() ?? '-infinity'}::text::timestamptz
  and b.starts_at < ${before?.toISOString() ?? 'infinity'}::text::timestamptz
  and b.state = any(${[...states]}::text[])`

const areOf = (tx: Tx, { professionalId, customerId }: BookingOwner) => tx`
  ${professionalId === null ? tx`true` : tx`b.professional_id = ${professionalId}`}
  and ${customerId === null ? tx`true` : tx`b.customer_id = ${customerId}`}`
