import type { Service, Settings } from '../catalog/catalog.ts'
import type { BookingLine } from './booking.ts'

/**
 * What a visit costs, in cents and in points, and what it awards (D15): regular prices, less
 * offers, less what points pay.
 */
export interface Price {
  lines: BookingLine[]
  subtotalCents: number
  discountCents: number
  totalCents: number
  pointsUsed: number
  pointsEarned: number
}

/**
 * Copies names and prices as they are now; later changes of the catalogue do not reach a booking.
 *
 * @param paidWithPoints every service that has a price in points is paid with them, and awards none
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
  | 'durationMinutes'
  | 'pointsAwarded'
  | 'pointsPrice'
>

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
