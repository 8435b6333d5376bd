import type { Professional, Service } from './catalog.ts'

/** How long a service takes, how it passes, and what it costs (D34). */
export interface Terms {
  durationMinutes: number
  /** Minutes that alternate work, wait, work, ... */
  phases: readonly number[]
  priceCents: number
  offerPriceCents: number | null
}

/**
 * The terms of a service when this professional carries it out (D34). A price of their own replaces
 * the regular price and drops the offer price.
 */
export function termsOf(
  service: Pick<Service, 'id'> & Terms,
  professional: Pick<Professional, 'ownTerms'>,
): Terms {
  const own = professional.ownTerms.find(({ serviceId }) => serviceId === service.id)
  const durationMinutes = own?.durationMinutes ?? service.durationMinutes
  const phases =
    own?.phases ??
    (durationMinutes === service.durationMinutes ? service.phases : [durationMinutes])
  const price = own?.priceCents ?? null
  return {
    durationMinutes,
    phases,
    priceCents: price ?? service.priceCents,
    offerPriceCents: price === null ? service.offerPriceCents : null,
  }
}
