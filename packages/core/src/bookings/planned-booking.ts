import type { Catalog } from '../catalog/catalog.ts'
import type { Booking, NewBooking } from './booking.ts'
import { newBookingCode } from './booking-code.ts'
import { initialState } from './initial-state.ts'
import type { PlannedVisit } from './plan-visit.ts'
import { priceOf } from './price.ts'

/**
 * The booking as it will be once the database has let it through; the ids come from there, and a
 * customer's own data.
 */
export function plannedBooking(
  catalog: Catalog,
  input: NewBooking,
  visit: PlannedVisit,
  now: Date,
): Booking {
  const price = priceOf(visit.services, catalog.settings, input.usePoints)
  const opening = initialState(catalog.settings, { ...price, ...input, ...visit }, now)
  return {
    id: 0,
    code: newBookingCode(),
    state: opening.state,
    startsAt: visit.startsAt,
    endsAt: visit.endsAt,
    timezone: catalog.settings.timezone,
    professional: { id: visit.professional.id, name: visit.professional.name },
    customerId: 0,
    contact: {
      name: input.contact.name,
      email: input.contact.email,
      phone: input.contact.phone ?? '',
    },
    language: input.language,
    lines: price.lines,
    subtotalCents: price.subtotalCents,
    discountCents: price.discountCents,
    totalCents: price.totalCents,
    currency: catalog.settings.currency,
    paymentRequired: opening.paymentRequired,
    paymentId: null,
    payment: null,
    pointsUsed: price.pointsUsed,
    pointsEarned: price.pointsEarned,
    pointsRound: 1,
    notes: input.notes,
    expiresAt: opening.expiresAt,
    cancellation: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  }
}
