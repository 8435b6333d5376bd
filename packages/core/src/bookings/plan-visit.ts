import { fail } from '@silla/errors'
import { type Placement, placeVisit, type VisitPlan, zoneOf } from '@silla/slots'
import { scheduleOf } from '../availability/schedule.ts'
import { assertOffered, servicesOf, simplePlan, totalMinutes } from '../availability/visit-plan.ts'
import type { Catalog, Professional, Service } from '../catalog/catalog.ts'
import { findProfessional } from '../catalog/find.ts'
import { type Clock, nextMinute, today } from '../clock.ts'
import type { NewBooking } from './booking.ts'

/**
 * A visit the salon's rules allow as far as the catalogue alone can tell, or why its time will not
 * do.
 */
export interface PlannedVisit {
  services: Service[]
  professional: Professional
  plan: VisitPlan
  /**
   * The first of the rules about the time of day that it breaks; the guest's limit is told before
   * it (D15).
   */
  timeRefusal: UnavailableTime | null
  /** Only of use without a time refusal. */
  claims: { resourceId: number; startsAt: Date; endsAt: Date }[]
  startsAt: Date
  endsAt: Date
}

export type UnavailableTime =
  | 'TOO_SOON'
  | 'BUSINESS_CLOSED'
  | 'PROFESSIONAL_NOT_AVAILABLE'
  | 'SLOT_NOT_AVAILABLE'

/**
 * Measures a wish against the rules in the order of D15.
 *
 * @throws INVALID_TIME, DATE_IN_PAST, DATE_TOO_FAR, SERVICE_NOT_FOUND, SERVICE_NOT_BOOKABLE,
 *   PROFESSIONAL_NOT_FOUND, SERVICE_NOT_OFFERED
 */
export function planVisit(catalog: Catalog, input: NewBooking, clock: Clock): PlannedVisit {
  const { settings } = catalog
  const start =
    zoneOf(settings.timezone).toInstant(input.day, input.startMinute) ?? fail('INVALID_TIME')
  const first = today(catalog, clock)
  if (input.day < first) fail('DATE_IN_PAST')
  if (input.day > first + settings.horizonDays && !input.byBusiness) fail('DATE_TOO_FAR')

  const services = servicesOf(catalog, input.serviceIds)
  if (!input.byBusiness && services.some((service) => !service.bookableOnline))
    fail('SERVICE_NOT_BOOKABLE')
  const professional = findProfessional(catalog, input.professionalId)
  assertOffered(professional, services)

  const plan = simplePlan(totalMinutes(services), [professional.id])
  const placement = placementOf(catalog, input, plan)
  const soonest = nextMinute(clock.now()) + (input.byBusiness ? 0 : settings.noticeMinutes)
  return {
    services,
    professional,
    plan,
    timeRefusal:
      start < soonest ? 'TOO_SOON' : placement.kind === 'placed' ? null : refusals[placement.kind],
    claims: placement.kind === 'placed' ? placement.claims.map(claimOf) : [],
    startsAt: instant(start),
    endsAt: instant(placement.kind === 'placed' ? placement.end : start + totalMinutes(services)),
  }
}

const placementOf = (catalog: Catalog, query: NewBooking, plan: VisitPlan): Placement => {
  const { business, professionals } = scheduleOf(catalog)
  const resources = new Map(
    [...professionals].map(([id, calendar]) => [id, { calendar, busy: [] }]),
  )
  return placeVisit({
    business,
    resources,
    plan,
    day: query.day,
    startMinute: query.startMinute,
    bookableFrom: 0,
  })
}

const refusals = {
  no_such_time: 'SLOT_NOT_AVAILABLE',
  closed: 'BUSINESS_CLOSED',
  not_working: 'PROFESSIONAL_NOT_AVAILABLE',
  off_grid: 'SLOT_NOT_AVAILABLE',
} as const satisfies Record<string, UnavailableTime>

const claimOf = (claim: { resourceId: number; start: number; end: number }) => ({
  resourceId: claim.resourceId,
  startsAt: instant(claim.start),
  endsAt: instant(claim.end),
})

const instant = (minute: number) => new Date(minute * 60_000)
