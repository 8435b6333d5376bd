import type { bookingQueries } from '@silla/db'
import type { BookingLine } from './booking.ts'

/** A booking's lines as they are stored, in the order performed. */
export const lineRows = (lines: readonly BookingLine[]): bookingQueries.NewBookingLineRow[] =>
  lines.map((line, position) => ({
    position,
    serviceId: line.serviceId,
    name: line.name,
    priceCents: line.priceCents,
    chargedCents: line.chargedCents,
    durationMinutes: line.durationMinutes,
    pointsAwarded: line.pointsAwarded,
  }))
