import type { BookingView, Catalog } from '@silla/core'
import { formatDate, formatTime, zoneOf } from '@silla/slots'
import { textIn } from './text-in.ts'

/**
 * A booking as --json tells it: moments in UTC, `day` and `time` on the salon's wall clock, money in cents, names in the salon's
 * main language.
 */
export function bookingRecord({ booking, canCancel }: BookingView, { settings }: Catalog) {
  const { day, minute } = zoneOf(booking.timezone).toLocal(Math.floor(booking.startsAt.getTime() / 60_000))
  return {
    id: booking.id,
    code: booking.code,
    state: booking.state,
    day: formatDate(day),
    time: formatTime(minute),
    timezone: booking.timezone,
    startsAt: booking.startsAt,
    endsAt: booking.endsAt,
    professional: booking.professional,
    customerId: booking.customerId,
    contact: booking.contact,
    services: booking.lines.map((line) => ({
      id: line.serviceId,
      name: textIn(line.name, settings.mainLanguage),
      priceCents: line.priceCents,
      chargedCents: line.chargedCents,
      durationMinutes: line.durationMinutes,
    })),
    subtotalCents: booking.subtotalCents,
    discountCents: booking.discountCents,
    totalCents: booking.totalCents,
    currency: booking.currency,
    paymentRequired: booking.paymentRequired,
    pointsUsed: booking.pointsUsed,
    pointsEarned: booking.pointsEarned,
    notes: booking.notes,
    canCancel,
    expiresAt: booking.expiresAt,
    cancellation: booking.cancellation,
    createdAt: booking.createdAt,
    updatedAt: booking.updatedAt,
  }
}

export type BookingRecord = ReturnType<typeof bookingRecord>
