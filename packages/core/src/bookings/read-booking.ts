import type { bookingQueries } from '@silla/db'
import type { Catalog } from '../catalog/catalog.ts'
import { readPaymentSummary } from '../payments/payment-summary.ts'
import type { Booking } from './booking.ts'

/** A stored booking in the core's words. */
export const readBooking = (row: bookingQueries.BookingRow, catalog: Catalog): Booking => ({
  id: row.id,
  code: row.code,
  state: row.state,
  startsAt: row.startsAt,
  endsAt: row.endsAt,
  timezone: catalog.settings.timezone,
  professional: { id: row.professionalId, name: row.professionalName },
  customerId: row.customerId,
  contact: { name: row.contactName, email: row.contactEmail, phone: row.contactPhone },
  language: row.language,
  lines: row.lines.map((line) => ({
    serviceId: line.serviceId,
    name: line.name,
    priceCents: line.priceCents,
    chargedCents: line.chargedCents,
    durationMinutes: line.durationMinutes,
    pointsAwarded: line.pointsAwarded,
  })),
  subtotalCents: row.subtotalCents,
  discountCents: row.discountCents,
  totalCents: row.totalCents,
  currency: row.currency,
  paymentRequired: row.paymentRequired,
  paymentId: row.paymentId,
  payment: readPaymentSummary(row.payment),
  pointsUsed: row.pointsUsed,
  pointsEarned: row.pointsEarned,
  pointsRound: row.pointsRound,
  notes: row.notes,
  expiresAt: row.expiresAt,
  cancellation:
    row.cancelledAt && row.cancelledBy
      ? { at: row.cancelledAt, by: row.cancelledBy, reason: row.cancelReason }
      : null,
  version: row.version,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})
