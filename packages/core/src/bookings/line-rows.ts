import type { bookingQueries } from '@silla/db'
import type { BookingLine } from './booking.ts'

/** A booking's lines as they are stored, in the order performed. */
export const lineRows = (lines: readonly BookingLine[]): bookingQueries.NewBookingLineRow[] =>
  lines.map((line, position) => ({
    position,
    service_id: line.serviceId,
    name: line.name,
    price_cents: line.priceCents,
    charged_cents: line.chargedCents,
    duration_minutes: line.durationMinutes,
    points_awarded: line.pointsAwarded,
  }))
