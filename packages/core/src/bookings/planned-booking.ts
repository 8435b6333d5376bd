import type { Catalog } from '../catalog/catalog.ts'
import type { BookingInput, PlannedBooking } from '../model/booking.ts'
import { newBookingCode } from './booking-code.ts'
import { initialState } from './initial-state.ts'
import type { PlannedVisit } from './plan-visit.ts'
import { priceOf } from './price.ts'

/**
 * The booking as it will be written. The database assigns the ids, and a signed-in customer's
 * contact data.
 */
export function plannedBooking(
  catalog: Catalog,
  input: BookingInput,
  visit: PlannedVisit,
  now: Date,
): PlannedBooking {
  const price = priceOf(visit.services, catalog.settings, input.usePoints)
  const opening = initialState(catalog.settings, { ...price, ...input, ...visit }, now)
  return {
    code: newBookingCode(),
    state: opening.state,
    startsAt: visit.startsAt,
    endsAt: visit.endsAt,
    timezone: catalog.settings.timezone,
    professional: { id: visit.professional.id, name: visit.professional.name },
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
