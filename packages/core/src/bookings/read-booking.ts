import type { bookingQueries } from '@silla/db'
import type { Catalog } from '../catalog/catalog.ts'
import { readPaymentSummary } from '../payments/payment-summary.ts'
import type { Booking } from './booking.ts'

/** A stored booking in the core's words. */
export const readBooking = (row: bookingQueries.BookingRow, catalog: Catalog): Booking => ({
  id: row.id,
  code: row.code,
  state: row.state,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  timezone: catalog.settings.timezone,
  professional: { id: row.professional_id, name: row.professional_name },
  customerId: row.customer_id,
  contact: { name: row.contact_name, email: row.contact_email, phone: row.contact_phone },
  language: row.language,
  lines: row.lines.map((line) => ({
    serviceId: line.service_id,
    name: line.name,
    priceCents: line.price_cents,
    chargedCents: line.charged_cents,
    durationMinutes: line.duration_minutes,
    pointsAwarded: line.points_awarded,
  })),
  subtotalCents: row.subtotal_cents,
  discountCents: row.discount_cents,
  totalCents: row.total_cents,
  currency: row.currency,
  paymentRequired: row.payment_required,
  paymentId: row.payment_id,
  payment: readPaymentSummary(row.payment),
  pointsUsed: row.points_used,
  pointsEarned: row.points_earned,
  pointsRound: row.points_round,
  notes: row.notes,
  expiresAt: row.expires_at,
  cancellation:
    row.cancelled_at && row.cancelled_by
      ? { at: row.cancelled_at, by: row.cancelled_by, reason: row.cancel_reason }
      : null,
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
