import { fail } from '@silla/errors'
import {
  type Placement,
  placeVisit,
  type ResourceCalendar,
  type VisitPlan,
  zoneOf,
} from '@silla/slots'
import { bookingWindow } from '../availability/booking-window.ts'
import { scheduleOf } from '../availability/schedule.ts'
import {
  professionalFor,
  servicesOf,
  simplePlan,
  totalMinutes,
} from '../availability/visit-plan.ts'
import type { Catalog, Professional, Service } from '../catalog/catalog.ts'
import type { Clock } from '../clock.ts'
import type { BookingInput } from '../model/booking.ts'

/**
 * A visit that passed the rules the catalogue alone can check, or the reason why its time is
 * refused.
 */
export interface PlannedVisit {
  services: Service[]
  professional: Professional
  plan: VisitPlan
  /**
   * The first rule about the time of day that the visit breaks. It is not thrown yet: the limits of
   * the guest take precedence (D15).
   */
  timeRefusal: UnavailableTime | null
  /** Empty when the time is refused. */
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
 * Checks a new booking against the rules in the order of D15.
 *
 * @throws INVALID_TIME, DATE_IN_PAST, DATE_TOO_FAR, SERVICE_NOT_FOUND, SERVICE_NOT_BOOKABLE,
 *   PROFESSIONAL_NOT_FOUND, SERVICE_NOT_OFFERED
 */
export function planVisit(catalog: Catalog, input: BookingInput, clock: Clock): PlannedVisit {
  const zone = zoneOf(catalog.settings.timezone)
  const start = zone.toInstant(input.day, input.startMinute) ?? fail('INVALID_TIME')
  const bookable = bookingWindow(catalog, clock, input.byBusiness)
  if (input.day < bookable.firstDay) fail('DATE_IN_PAST')
  if (input.day > bookable.lastDay) fail('DATE_TOO_FAR')

  const services = servicesOf(catalog, input.serviceIds)
  if (!input.byBusiness && services.some((service) => !service.bookableOnline))
    fail('SERVICE_NOT_BOOKABLE')
  const professional = professionalFor(catalog, input.professionalId, services)

  const durationMinutes = totalMinutes(services)
  const plan = simplePlan(durationMinutes, [professional])
  const placement = placementOf(catalog, input, plan)
  const isPlaced = placement.kind === 'placed'
  const isTooSoon = start < bookable.bookableFrom
  return {
    services,
    professional,
    plan,
    timeRefusal: isTooSoon ? 'TOO_SOON' : isPlaced ? null : refusals[placement.kind],
    claims: isPlaced ? placement.claims.map(claimOf) : [],
    startsAt: instant(start),
    endsAt: instant(isPlaced ? placement.end : start + durationMinutes),
  }
}

function placementOf(
  catalog: Catalog,
  { day, startMinute }: BookingInput,
  plan: VisitPlan,
): Placement {
  const { business, professionals } = scheduleOf(catalog)
  const resources = new Map<number, { calendar: ResourceCalendar; busy: [] }>()
  for (const id of plan.segments.flatMap(({ candidates }) => candidates)) {
    const calendar = professionals.get(id)
    if (calendar) resources.set(id, { calendar, busy: [] })
  }
  return placeVisit({ business, resources, plan, day, startMinute, bookableFrom: 0 })
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
