import { bookedService } from '../availability/booked-visit.ts'
import type { Catalog, Professional } from '../catalog/catalog.ts'
import { type Terms, termsOf } from '../catalog/terms.ts'
import type { Booking, BookingLine } from '../model/booking.ts'

/** What a line costs, in cents. */
export type LinePrice = Pick<BookingLine, 'priceCents' | 'chargedCents'>

/**
 * The price of a line of a booking with the person who is to do it. It stays as it was booked,
 * unless that person's price today differs from that of the person before: then it is theirs. What
 * was paid with points costs nothing (D37).
 */
export function rescheduledPrice(
  catalog: Catalog,
  booking: Booking,
  line: BookingLine,
  professional: Professional,
): LinePrice {
  const booked = { priceCents: line.priceCents, chargedCents: line.chargedCents }
  const service = bookedService(catalog, line)
  if (service === undefined || booking.currency !== catalog.settings.currency) return booked
  const before = catalog.professionals.find(({ id }) => id === line.professional.id)
  const terms = termsOf(service, professional)
  if (chargeOf(terms) === chargeOf(termsOf(service, before ?? { ownTerms: [] }))) return booked
  const isPaidWithPoints = booking.pointsUsed > 0 && line.chargedCents === 0
  return {
    priceCents: terms.priceCents,
    chargedCents: isPaidWithPoints ? 0 : chargeOf(terms),
  }
}

const chargeOf = ({ priceCents, offerPriceCents }: Terms) => offerPriceCents ?? priceCents
