import type { Service, Settings } from '../catalog/catalog.ts'
import type { BookingLine } from '../model/booking.ts'

/**
 * The price of a visit in cents and in points, and the points that it awards (D15). The discount is
 * what offers and points take off the regular prices.
 */
export interface Price {
  lines: PricedLine[]
  subtotalCents: number
  discountCents: number
  totalCents: number
  pointsUsed: number
  pointsEarned: number
}

/** What a line of a booking copies from the catalogue. */
export type PricedLine = Pick<
  BookingLine,
  | 'serviceId'
  | 'name'
  | 'priceCents'
  | 'chargedCents'
  | 'vatBasisPoints'
  | 'durationMinutes'
  | 'pointsAwarded'
>

/**
 * Copies the current names and prices; later changes of the catalogue do not affect a booking.
 *
 * @param paidWithPoints services with a price in points are paid with points, and award none
 */
export function priceOf(
  services: readonly PricedService[],
  settings: Settings,
  paidWithPoints = false,
): Price {
  const redeems = (service: PricedService) => paidWithPoints && service.pointsPrice > 0
  const lines = services.map((service) => ({
    serviceId: service.id,
    name: service.name,
    priceCents: service.priceCents,
    chargedCents: redeems(service) ? 0 : (service.offerPriceCents ?? service.priceCents),
    vatBasisPoints: service.vatBasisPoints,
    durationMinutes: service.durationMinutes,
    pointsAwarded: settings.pointsEnabled && !redeems(service) ? service.pointsAwarded : 0,
  }))
  const subtotalCents = sum(lines.map((line) => line.priceCents))
  const totalCents = sum(lines.map((line) => line.chargedCents))
  return {
    lines,
    subtotalCents,
    discountCents: subtotalCents - totalCents,
    totalCents,
    pointsUsed: sum(services.filter(redeems).map((service) => service.pointsPrice)),
    pointsEarned: sum(lines.map((line) => line.pointsAwarded)),
  }
}

type PricedService = Pick<
  Service,
  | 'id'
  | 'name'
  | 'priceCents'
  | 'offerPriceCents'
  | 'vatBasisPoints'
  | 'durationMinutes'
  | 'pointsAwarded'
  | 'pointsPrice'
>

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
