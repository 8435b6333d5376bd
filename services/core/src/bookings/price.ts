import type { Service, Settings } from '../catalog/catalog.ts'
import type { BookingLine } from './booking.ts'

/** What a visit costs, in cents, and what it awards (D15): regular prices, less offers. */
export interface Price {
  lines: BookingLine[]
  subtotalCents: number
  discountCents: number
  totalCents: number
  pointsEarned: number
}

/** Copies names and prices as they are now; later changes of the catalogue do not reach a booking. */
export function priceOf(services: readonly PricedService[], settings: Settings): Price {
  const lines = services.map((service) => ({
    serviceId: service.id,
    name: service.name,
    priceCents: service.priceCents,
    chargedCents: service.offerPriceCents ?? service.priceCents,
    durationMinutes: service.durationMinutes,
    pointsAwarded: settings.pointsEnabled ? service.pointsAwarded : 0,
  }))
  const subtotalCents = sum(lines.map((line) => line.priceCents))
  const totalCents = sum(lines.map((line) => line.chargedCents))
  return {
    lines,
    subtotalCents,
    discountCents: subtotalCents - totalCents,
    totalCents,
    pointsEarned: sum(lines.map((line) => line.pointsAwarded)),
  }
}

type PricedService = Pick<
  Service,
  'id' | 'name' | 'priceCents' | 'offerPriceCents' | 'durationMinutes' | 'pointsAwarded'
>

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
