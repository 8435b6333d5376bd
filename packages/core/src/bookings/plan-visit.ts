import { fail } from '@silla/errors'
import { type BusyTime, placeVisit, type VisitPlan, type VisitWay, zoneOf } from '@silla/slots'
import { bookingWindow } from '../availability/booking-window.ts'
import { scheduleOf } from '../availability/schedule.ts'
import { professionalFor, servicesOf, servicesPlan } from '../availability/visit-plan.ts'
import type { Catalog, Professional, Service } from '../catalog/catalog.ts'
import { findProfessional } from '../catalog/find.ts'
import { termsOf } from '../catalog/terms.ts'
import type { Clock } from '../clock.ts'
import type { BookingInput } from '../model/booking.ts'

/**
 * A visit that passed the rules the catalogue alone can check, or the reason why its time is
 * refused.
 */
export interface PlannedVisit {
  services: Service[]
  /** The most preferred one of those who may do it. */
  professional: Professional
  plan: VisitPlan
  /**
   * The first rule about the time of day that the visit breaks. It is not thrown yet: the limits of
   * the guest take precedence (D15).
   */
  timeRefusal: UnavailableTime | null
  /** By preference, as far as busy time was read; empty when the time is refused. */
  ways: PlannedWay[]
  startsAt: Date
  endsAt: Date
}

/** One way to carry out a visit: a variant of the booking. */
export interface PlannedWay {
  lines: PlannedLine[]
  /** By resource and start. */
  claims: { resourceId: number; startsAt: Date; endsAt: Date }[]
  startsAt: Date
  /** Without the buffer of the last service. */
  endsAt: Date
}

/** A service of a visit with the professional who carries it out. */
export interface PlannedLine {
  service: Service
  professional: Professional
  startsAt: Date
  endsAt: Date
  /** Minutes that alternate work, wait, work, ... */
  phases: readonly number[]
  /** As applied: it is dropped where the same professional's next service follows. */
  bufferMinutes: number
  /** Of each resource type that the service needs the unit that is used. */
  unitIds: readonly number[]
}

export type UnavailableTime =
  | 'TOO_SOON'
  | 'BUSINESS_CLOSED'
  | 'PROFESSIONAL_NOT_AVAILABLE'
  | 'SLOT_NOT_AVAILABLE'

/**
 * Checks a new booking against the rules in the order of D15.
 *
 * @param busy what is taken of the resources of the plan; null: not read, the database will decide
 * @throws INVALID_TIME, DATE_IN_PAST, DATE_TOO_FAR, SERVICE_NOT_FOUND, SERVICE_NOT_BOOKABLE,
 *   PROFESSIONAL_NOT_FOUND, SERVICE_NOT_OFFERED
 */
export function planVisit(
  catalog: Catalog,
  input: BookingInput,
  clock: Clock,
  busy: BusyTime | null = null,
): PlannedVisit {
  const zone = zoneOf(catalog.settings.timezone)
  const start = zone.toInstant(input.day, input.startMinute) ?? fail('INVALID_TIME')
  const bookable = bookingWindow(catalog, clock, input.byBusiness)
  if (input.day < bookable.firstDay) fail('DATE_IN_PAST')
  if (input.day > bookable.lastDay) fail('DATE_TOO_FAR')

  const services = servicesOf(catalog, input.serviceIds)
  if (!input.byBusiness && services.some((service) => !service.bookableOnline))
    fail('SERVICE_NOT_BOOKABLE')
  const professional = professionalFor(catalog, input.professionalId, services)

  const plan = servicesPlan(catalog, services, [professional])
  const { day, startMinute } = input
  const placement = placeVisit({
    ...scheduleOf(catalog),
    busy,
    plan,
    day,
    startMinute,
    bookableFrom: bookable.bookableFrom,
  })
  const ways =
    placement.kind === 'placed'
      ? placement.ways.map((way) => plannedWay(catalog, services, way))
      : []
  return {
    services,
    professional,
    plan,
    timeRefusal:
      start < bookable.bookableFrom
        ? 'TOO_SOON'
        : placement.kind === 'placed'
          ? null
          : refusals[placement.kind],
    ways,
    startsAt: instant(start),
    endsAt: ways[0]?.endsAt ?? instant(start + totalMinutes(services, professional)),
  }
}

const refusals = {
  no_such_time: 'SLOT_NOT_AVAILABLE',
  closed: 'BUSINESS_CLOSED',
  too_long: 'SLOT_NOT_AVAILABLE',
  not_working: 'PROFESSIONAL_NOT_AVAILABLE',
  off_grid: 'SLOT_NOT_AVAILABLE',
  taken: 'SLOT_NOT_AVAILABLE',
} as const satisfies Record<string, UnavailableTime>

const plannedWay = (
  catalog: Catalog,
  services: readonly Service[],
  { lines, claims, start, end }: VisitWay,
): PlannedWay => ({
  lines: lines.map(({ professionalId, start, end, ...line }, index) => ({
    ...line,
    service: services[index] as Service,
    professional: findProfessional(catalog, professionalId),
    startsAt: instant(start),
    endsAt: instant(end),
  })),
  claims: claims.map(({ resourceId, start, end }) => ({
    resourceId,
    startsAt: instant(start),
    endsAt: instant(end),
  })),
  startsAt: instant(start),
  endsAt: instant(end),
})

const totalMinutes = (services: readonly Service[], professional: Professional): number =>
  services.reduce((sum, service) => sum + termsOf(service, professional).durationMinutes, 0)

const instant = (minute: number) => new Date(minute * 60_000)
