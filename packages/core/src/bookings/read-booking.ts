import type { bookingQueries } from '@silla/db'
import type { Catalog } from '../catalog/catalog.ts'
import type { Booking, BookingLine } from '../model/booking.ts'
import { readPaymentSummary } from '../model/payment-summary.ts'

/**
 * Maps a row: reads the dates of its lines, adds the salon's time zone, and groups the columns of
 * cancellation and payment.
 */
export const readBooking = (
  { cancelledAt, cancelledBy, cancelReason, payment, lines, ...row }: bookingQueries.BookingRow,
  { settings }: Pick<Catalog, 'settings'>,
): Booking => ({
  ...row,
  lines: readLines(lines),
  timezone: settings.timezone,
  payment: readPaymentSummary(payment),
  cancellation:
    cancelledAt && cancelledBy ? { at: cancelledAt, by: cancelledBy, reason: cancelReason } : null,
})

/** Lines from JSON, in which dates are text. */
export const readLines = (lines: readonly bookingQueries.BookingLineRow[]): BookingLine[] =>
  lines.map((line) => ({
    ...line,
    startsAt: new Date(line.startsAt),
    endsAt: new Date(line.endsAt),
  }))
