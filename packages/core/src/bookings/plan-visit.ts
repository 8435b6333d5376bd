import type { bookingQueries, Claim, OwnedClaim } from '@silla/db'
import { fail } from '@silla/errors'
import {
  type BusyTime,
  type EpochMinute,
  placeVisit,
  type ServiceTerms,
  type VisitCandidate,
  type VisitPlan,
  zoneOf,
} from '@silla/slots'
import { bookedMinutesOn, inOrderOfAssignment } from '../availability/assignment.ts'
import { type BookingWindow, bookingWindow } from '../availability/booking-window.ts'
import { scheduleOf } from '../availability/schedule.ts'
import { servicesOf, visitPlan } from '../availability/visit-plan.ts'
import type { Catalog, Professional, Service } from '../catalog/catalog.ts'
import { findProfessional } from '../catalog/find.ts'
import { type Terms, termsOf } from '../catalog/terms.ts'
import type { Clock } from '../clock.ts'
import type { BookingLine, VisitInput } from '../model/booking.ts'

/**
 * A visit that passed the rules the catalogue alone can check, or the reason why its time is
 * refused.
 */
export interface PlannedVisit {
  plan: VisitPlan
  /**
   * The first rule about the time of day that the visit breaks. It is not thrown yet: the limits of
   * the guest take precedence (D15).
   */
  timeRefusal: UnavailableTime | null
  /**
   * At least one, by preference, as far as busy time was read; when nobody can do it at that time,
   * how the first one would, without claims.
   */
  candidates: PlannedCandidate[]
}

/** A possible way to carry out a visit: a variant of the booking. */
export interface PlannedCandidate {
  lines: PlannedLine[]
  /** By resource and start. */
  claims: Claim[]
  startsAt: Date
  /** Without the buffer of the last service. */
  endsAt: Date
}

/** A service of a visit with the professional who carries it out. */
export interface PlannedLine
  extends Pick<BookingLine, 'startsAt' | 'endsAt' | 'phases' | 'bufferMinutes' | 'unitIds'> {
  service: Service
  professional: Professional
  terms: Terms
}

/**
 * The hold that a booking converts. While it is live its minutes, units and prices apply, and
 * neither notice nor horizon (D36).
 */
export interface HeldVisit {
  id: number
  /** null: it was not read yet; it is assumed to be live and to hold what the catalogue says */
  lines: readonly bookingQueries.BookingLineRow[] | null
}

export const unavailableTimes = [
  'TOO_SOON',
  'BUSINESS_CLOSED',
  'PROFESSIONAL_NOT_AVAILABLE',
  'SLOT_NOT_AVAILABLE',
] as const

export type UnavailableTime = (typeof unavailableTimes)[number]

/**
 * Checks a visit to book or to hold against the rules in the order of D15.
 *
 * @param held null: no hold becomes this booking
 * @param busyTime of the resources of the plan; null: not read, the database will decide. `isRetry`:
 *   somebody else took what was preferred most
 * @throws INVALID_TIME, DATE_IN_PAST, DATE_TOO_FAR, SERVICE_NOT_FOUND, SERVICE_NOT_BOOKABLE,
 *   PROFESSIONAL_NOT_FOUND, SERVICE_NOT_OFFERED
 */
export function planVisit(
  catalog: Catalog,
  input: VisitInput,
  clock: Clock,
  held: HeldVisit | null = null,
  busyTime: (VisitBusyTime & { isRetry: boolean }) | null = null,
): PlannedVisit {
  const { day, startMinute, serviceIds, professionalId, lines, byBusiness } = input
  const zone = zoneOf(catalog.settings.timezone)
  const start = zone.toInstant(day, startMinute) ?? fail('INVALID_TIME')
  const bookable = held ? anyTime : bookingWindow(catalog, clock, byBusiness)
  if (day < bookable.firstDay) fail('DATE_IN_PAST')
  if (day > bookable.lastDay) fail('DATE_TOO_FAR')

  const services = servicesOf(catalog, serviceIds)
  if (!byBusiness && services.some((service) => !service.bookableOnline))
    fail('SERVICE_NOT_BOOKABLE')
  const length = { durationMinutes: null, serviceIds }
  const requested = visitPlan(catalog, { professionalId, length, lines })
  if (requested.lines.some((line) => line.length === 0)) fail('SERVICE_NOT_OFFERED')
  const lost = held?.lines ? lossOf(catalog, held.lines, requested) : null
  const plan = held?.lines && lost === null ? heldPlan(held.lines) : requested

  const booked = busyTime && bookedMinutesOn(zone, day, busyTime.busy, busyTime.blocks)
  const preferred = busyTime?.isRetry
    ? shuffledPlan(plan)
    : inOrderOfAssignment(catalog, plan, day, booked)
  const { business, professionals } = scheduleOf(catalog)
  const { bookableFrom } = bookable
  const placement = placeVisit({
    // the salon itself books at any minute (D45), and a hold was once offered
    business: byBusiness || held ? { ...business, slotIntervalMinutes: 1 } : business,
    professionals,
    busy: busyTime?.busy ?? null,
    plan: preferred,
    ...{ day, startMinute, bookableFrom },
  })
  const refusal = placement.kind === 'placed' ? lost : placementRefusals[placement.kind]
  return {
    plan,
    timeRefusal: start < bookableFrom ? 'TOO_SOON' : refusal,
    candidates:
      placement.kind === 'placed' && lost === null
        ? placement.candidates.map((candidate) =>
            plannedCandidate(catalog, services, candidate, held),
          )
        : [unclaimedCandidate(catalog, services, preferred, start)],
  }
}

/** The booking window of a time that was held in its time. */
const anyTime: BookingWindow = {
  firstDay: Number.NEGATIVE_INFINITY,
  lastDay: Number.POSITIVE_INFINITY,
  bookableFrom: Number.NEGATIVE_INFINITY,
}

/**
 * Why a held time cannot be booked any more, although the salon offers the visit: who was assigned has left
 * or does not do the service now, or a unit is gone; null: it can be, as far as people and units decide.
 */
function lossOf(
  { resourceTypes }: Catalog,
  held: readonly bookingQueries.BookingLineRow[],
  requested: VisitPlan,
): UnavailableTime | null {
  const staysIn = (line: readonly ServiceTerms[] | undefined, id: number) =>
    line?.some(({ professionalId }) => professionalId === id) ?? false
  if (!held.every(({ professional: { id } }, index) => staysIn(requested.lines[index], id)))
    return 'PROFESSIONAL_NOT_AVAILABLE'
  const exists = (id: number) => resourceTypes.some(({ unitIds }) => unitIds.includes(id))
  return held.every(({ unitIds }) => unitIds.every(exists)) ? null : 'SLOT_NOT_AVAILABLE'
}

/** The same people, minutes and units as held. */
const heldPlan = (lines: readonly bookingQueries.BookingLineRow[]): VisitPlan => ({
  lines: lines.map(({ professional, phases, bufferMinutes, unitIds }) => [
    { professionalId: professional.id, phases, bufferMinutes, units: unitIds.map((id) => [id]) },
  ]),
  onePerson: new Set(lines.map(({ professional }) => professional.id)).size === 1,
})

const heldTerms = ({
  durationMinutes,
  phases,
  priceCents,
  chargedCents,
}: bookingQueries.BookingLineRow): Terms => ({
  durationMinutes,
  phases,
  priceCents,
  offerPriceCents: chargedCents < priceCents ? chargedCents : null,
})

/** Busy time of the resources of a plan on the day of the visit, and which of it are blocks. */
export interface VisitBusyTime {
  busy: BusyTime
  blocks: readonly OwnedClaim[]
}

/**
 * Those who may do a line, and its units, in random order: many requests for one time do not choose
 * the same again and again.
 */
const shuffledPlan = ({ lines, onePerson }: VisitPlan): VisitPlan => ({
  onePerson,
  lines: lines.map((line) =>
    shuffled(line).map((terms) => ({ ...terms, units: terms.units.map(shuffled) })),
  ),
})

const shuffled = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, key: Math.random() }))
    .sort((one, other) => one.key - other.key)
    .map(({ item }) => item)

/** Why the engine finds no place for a visit. */
export const placementRefusals = {
  no_such_time: 'SLOT_NOT_AVAILABLE',
  closed: 'BUSINESS_CLOSED',
  too_long: 'SLOT_NOT_AVAILABLE',
  not_working: 'PROFESSIONAL_NOT_AVAILABLE',
  off_grid: 'SLOT_NOT_AVAILABLE',
  taken: 'SLOT_NOT_AVAILABLE',
} as const satisfies Record<string, UnavailableTime>

const plannedCandidate = (
  catalog: Catalog,
  services: readonly Service[],
  { lines, claims, start, end }: VisitCandidate,
  held: HeldVisit | null,
): PlannedCandidate => ({
  lines: lines.map(({ professionalId, start, end, ...line }, index) => {
    const service = services[index] as Service
    const professional = findProfessional(catalog, professionalId)
    const heldLine = held?.lines?.[index]
    const terms = heldLine ? heldTerms(heldLine) : termsOf(service, professional)
    const times = { startsAt: instant(start), endsAt: instant(end) }
    return { ...line, service, professional, terms, ...times }
  }),
  claims: claims.map(({ resourceId, start, end }) => ({
    resourceId,
    startsAt: instant(start),
    endsAt: instant(end),
  })),
  startsAt: instant(start),
  endsAt: instant(end),
})

/** The services one after the other, by those who are preferred most. */
function unclaimedCandidate(
  catalog: Catalog,
  services: readonly Service[],
  plan: VisitPlan,
  start: EpochMinute,
): PlannedCandidate {
  let end = start
  const lines = services.map((service, index): PlannedLine => {
    const [preferred] = plan.lines[index] as readonly ServiceTerms[]
    const { professionalId, phases, bufferMinutes } = preferred as ServiceTerms
    const professional = findProfessional(catalog, professionalId)
    const terms = termsOf(service, professional)
    const startsAt = instant(end)
    end += terms.durationMinutes
    return {
      ...{ service, professional, terms, startsAt, endsAt: instant(end), phases, bufferMinutes },
      unitIds: [],
    }
  })
  return { startsAt: instant(start), endsAt: instant(end), lines, claims: [] }
}

const instant = (minute: number) => new Date(minute * 60_000)
