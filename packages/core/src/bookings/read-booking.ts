import type { bookingListQueries, bookingQueries } from '@silla/db'
import type { Catalog } from '../catalog/catalog.ts'
import type { Booking, BookingLine } from '../model/booking.ts'
import { readBookingPayments } from '../model/payment-summary.ts'

/**
 * Maps a row: reads the dates of its lines, adds the salon's time zone, and groups the columns of
 * cancellation and payments.
 */
export const readBooking = (
  { cancelledAt, cancelledBy, cancelReason, payments, lines, ...row }: bookingQueries.BookingRow,
  { settings }: Pick<Catalog, 'settings'>,
): Booking => ({
  ...row,
  lines: readLines(lines),
  timezone: settings.timezone,
  ...readBookingPayments(payments),
  cancellation:
    cancelledAt && cancelledBy ? { at: cancelledAt, by: cancelledBy, reason: cancelReason } : null,
})

/** The bookings of a page, as JSON; that of a list without any has only its number. */
export const listedBookings = (rows: readonly bookingListQueries.BookingListRow[]): string[] =>
  rows.flatMap(({ booking }) => booking ?? [])

/** One of them. */
export const parseListedBooking = (text: string): bookingListQueries.ListedBookingRow =>
  JSON.parse(text)

/** The same for a row of a list, in which dates are text; the note of the salon is no part of it. */
export const readListedBooking = (
  { internalNote: _, contact: { source, ...contact }, ...row }: bookingListQueries.ListedBookingRow,
  catalog: Pick<Catalog, 'settings'>,
): Booking =>
  readBooking(
    {
      ...row,
      ...{ contact, source },
      startsAt: new Date(row.startsAt),
      endsAt: new Date(row.endsAt),
      expiresAt: readInstant(row.expiresAt),
      cancelledAt: readInstant(row.cancelledAt),
      arrivedAt: readInstant(row.arrivedAt),
      createdAt: new Date(row.createdAt),
      updatedAt: new Date(row.updatedAt),
    },
    catalog,
  )

const readInstant = (text: string | null) => (text === null ? null : new Date(text))

/** Lines from JSON, in which dates are text. */
export const readLines = (lines: readonly bookingQueries.BookingLineRow[]): BookingLine[] =>
  lines.map((line) => ({
    ...line,
    startsAt: new Date(line.startsAt),
    endsAt: new Date(line.endsAt),
  }))
