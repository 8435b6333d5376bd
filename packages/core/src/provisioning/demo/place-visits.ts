import type { Claim } from '@silla/db'
import {
  type BusinessCalendar,
  businessCalendar,
  type EpochDay,
  formatDate,
  formatTime,
  placeVisit,
  type ResourceClaim,
  resourceCalendar,
  resourcesOf,
  type SpanList,
  type VisitCandidate,
  type VisitPlan,
  wallClock,
} from '@silla/slots'
import { ProvisioningError } from '../../business/provisioning-error.ts'
import { type Terms, termsOf } from '../../catalog/terms.ts'
import { type CurrentState, requireEntry } from '../current-state.ts'
import type { DemoBooking, Salon, SalonProfessional, SalonService } from '../salon.ts'

export interface PlacedVisit {
  code: string
  booking: DemoBooking
  professional: SalonProfessional & { id: number }
  /** On the terms of the professional. */
  services: (Omit<SalonService, keyof Terms> & Terms & { id: number })[]
  candidate: VisitCandidate
}

/**
 * Gives every booking its day or, if the professional is not available then, the next suitable day
 * further from today. The same file therefore works on every day of the week.
 * @throws ProvisioningError NOT_VALID
 */
export function placeVisits(
  bookings: readonly (DemoBooking & { code: string })[],
  current: CurrentState,
  claimed: readonly Claim[],
  now: Date,
): PlacedVisit[] {
  const { salon } = current
  const business = calendarOf(salon)
  const today = localDay(salon, now)
  const busy = new Map<number, SpanList>()
  for (const { resourceId, startsAt, endsAt } of claimed)
    claim(busy, { resourceId, start: minuteOf(startsAt), end: minuteOf(endsAt) })
  return bookings.map((booking) => {
    const professional = professionalOf(booking, current)
    const services = servicesOf(booking, professional, current)
    const plan = planOf(services, professional, current)
    const step = booking.inDays < 0 ? -1 : 1
    for (let tries = 0; tries < daysTried; tries++) {
      const placed = placeVisit({
        business,
        professionals: new Map([[professional.id, resourceCalendar(professional)]]),
        busy: busyOf(busy, plan),
        plan,
        day: today + booking.inDays + step * tries,
        startMinute: booking.startMinute,
        bookableFrom: 0,
      })
      const [candidate] = placed.kind === 'placed' ? placed.candidates : []
      if (candidate === undefined) continue
      for (const each of candidate.claims) claim(busy, each)
      return { code: booking.code, booking, professional, services, candidate }
    }
    const date = formatDate(today + booking.inDays)
    throw new ProvisioningError(
      'NOT_VALID',
      `The demo booking of ${booking.customerName} cannot be placed: ${professional.name} is not ` +
        `free at ${formatTime(booking.startMinute)} on or near ${date}. Change its day or time.`,
    )
  })
}

/** The local date of an instant. */
export function localDay(salon: Salon, instant: Date): EpochDay {
  return wallClock(instant, salon.settings.timezone).day
}

/** Two weeks: each weekday is tried twice. */
const daysTried = 14

function professionalOf(
  { professionalHandle }: DemoBooking,
  { salon, professionals }: CurrentState,
): PlacedVisit['professional'] {
  const professional = entryOf(salon.professionals, professionalHandle)
  return { ...professional, id: requireEntry(professionals, professionalHandle).id }
}

function servicesOf(
  { serviceHandles }: DemoBooking,
  { ownTerms }: SalonProfessional,
  current: CurrentState,
): PlacedVisit['services'] {
  return serviceHandles.map((handle) => {
    const { id } = requireEntry(current.services, handle)
    const service = { ...entryOf(current.salon.services, handle), id }
    const own = ownTerms
      .filter(({ serviceHandle }) => serviceHandle === handle)
      .map((terms) => ({ ...terms, serviceId: id }))
    return { ...service, ...termsOf(service, { ownTerms: own }) }
  })
}

const planOf = (
  services: PlacedVisit['services'],
  professional: PlacedVisit['professional'],
  current: CurrentState,
): VisitPlan => ({
  lines: services.map(({ phases, bufferMinutes, resourceTypeHandles }) => [
    {
      professionalId: professional.id,
      phases,
      bufferMinutes,
      units: resourceTypeHandles.map((handle) => unitsOf(handle, current)),
    },
  ]),
  onePerson: true,
})

function unitsOf(handle: string, { resourceTypes, resourceUnits }: CurrentState): number[] {
  const { id } = requireEntry(resourceTypes, handle)
  return resourceUnits
    .filter(({ resourceTypeId, active }) => resourceTypeId === id && active)
    .map((unit) => unit.id)
}

function busyOf(busy: ReadonlyMap<number, SpanList>, plan: VisitPlan): Map<number, SpanList> {
  const { professionalIds, unitIds } = resourcesOf(plan)
  return new Map([...professionalIds, ...unitIds].map((id) => [id, busy.get(id) ?? []]))
}

/** Claims of one resource do not overlap, so the place of the start is that of the end too. */
function claim(busy: Map<number, SpanList>, { resourceId, start, end }: ResourceClaim): void {
  const spans = busy.get(resourceId) ?? []
  const next = spans.findIndex((minute) => minute > start)
  busy.set(resourceId, spans.toSpliced(next === -1 ? spans.length : next, 0, start, end))
}

const minuteOf = (instant: Date): number => Math.floor(instant.getTime() / 60_000)

function calendarOf(salon: Salon): BusinessCalendar {
  const { timezone, slotIntervalMinutes } = salon.settings
  return businessCalendar({
    timezone,
    slotIntervalMinutes,
    openings: salon.openings,
    closings: salon.closings,
  })
}

function entryOf<Entry extends { handle: string }>(
  entries: readonly Entry[],
  handle: string,
): Entry {
  const entry = entries.find((each) => each.handle === handle)
  if (entry === undefined) {
    throw new ProvisioningError(
      'NOT_VALID',
      `The stored salon has no ${handle}, which a demo booking uses. Apply the salon file first.`,
    )
  }
  return entry
}
