import type { Query, Sql } from '../pool.ts'
import type { BookingState, Page } from '../types/values.ts'
import type { BookingRow } from './bookings.ts'

/**
 * A booking by its id or its code, in the form of a list's (db/functions/app.find_booking.sql): one
 * statement, where `findBookingById` needs those of a transaction around it.
 *
 * @param professionalId who takes part in it; null: anybody
 */
export const findBookingRow = (
  sql: Sql,
  businessId: string,
  { by, professionalId }: { by: { id: number } | { code: string }; professionalId: number | null },
): Query<{ booking: ListedBookingRow }> => sql`
  select booking from app.find_booking(
    ${businessId}, ${'id' in by ? by.id : null}, ${'code' in by ? by.code : null}, ${professionalId})`

/**
 * One page of the bookings that match, by start, and the number of all of them with each
 * (db/functions/app.list_booking_rows.sql). A page without bookings is one row.
 */
export const listBookings = (
  sql: Sql,
  businessId: string,
  { from, before, states, professionalId, customerId, ...page }: BookingListInput,
): Query<BookingListRow> => sql`
  select total, booking::text as booking
  from app.list_booking_rows(${businessId}, ${from}, ${before}, ${states && [...states]}::text[],
    ${professionalId}, ${customerId}, ${page.earliestFirst}, ${page.offset}, ${page.limit})`

export interface BookingListRow {
  total: number
  /** A `ListedBookingRow` as JSON, because there may be hundreds; null: the page has none. */
  booking: string | null
}

/** A booking as JSON contains it, with the note of the salon about its cancellation (D17). */
export interface ListedBookingRow extends Omit<BookingRow, InstantField | 'contact' | 'source'> {
  contact: BookingRow['contact'] & Pick<BookingRow, 'source'>
  startsAt: string
  endsAt: string
  expiresAt: string | null
  cancelledAt: string | null
  arrivedAt: string | null
  createdAt: string
  updatedAt: string
  /** null: no note */
  internalNote: string | null
}

type InstantField =
  | 'startsAt'
  | 'endsAt'
  | 'expiresAt'
  | 'cancelledAt'
  | 'arrivedAt'
  | 'createdAt'
  | 'updatedAt'

export interface BookingListInput extends BookingFilter, BookingOwner, Page {
  /** false: the latest start comes first */
  earliestFirst: boolean
}

/** Which bookings a list contains, by the time of their start and by state. */
export interface BookingFilter {
  /** null: no limit on that side */
  from: Date | null
  before: Date | null
  /** null: every state */
  states: readonly BookingState[] | null
}

/** Whose bookings a list contains; null: anybody's. */
export interface BookingOwner {
  /** Who does at least one of the services. */
  professionalId: number | null
  customerId: number | null
}
