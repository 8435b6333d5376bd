import { type EpochDay, type EpochMinute, type LocalSpan, zoneOf } from '@silla/slots'
import { businessDay, worksOn } from '../availability/business-day.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Booking, BookingState } from '../model/booking.ts'
import type { BusinessDay } from '../model/business-day.ts'
import type { RequestContext } from '../request-context.ts'
import { busyStretches } from './busy-stretches.ts'
import { listBusinessBookings } from './list-business-bookings.ts'

/** One date of a salon with its team and its visits, in minutes of local time. */
export interface SalonDay extends BusinessDay {
  team: ProfessionalDay[]
}

export interface ProfessionalDay {
  id: number
  name: string
  /** The intersection of the day's shifts and the open time. */
  works: readonly LocalSpan[]
  /**
   * By start; without cancelled ones. A booking has several when somebody else works, or nobody, in
   * between.
   */
  visits: ScheduledVisit[]
}

/** A stretch of time for which a booking keeps a professional busy. */
export interface ScheduledVisit extends LocalSpan {
  id: number
  code: string
  state: Exclude<BookingState, 'cancelled'>
}

/**
 * Working times and visits of consecutive days. A professional who is no longer active is listed on
 * the days on which they still have visits.
 *
 * @throws INSUFFICIENT_SCOPE for everybody but the salon itself
 */
export async function weekSchedule(
  context: RequestContext,
  { from, to }: { from: EpochDay; to: EpochDay },
): Promise<{ catalog: Catalog; days: SalonDay[] }> {
  const [catalog, visits] = await Promise.all([
    context.tenant.catalog(),
    visitsBetween(context, from, to),
  ])
  const days = Array.from({ length: to - from + 1 }, (_, index): SalonDay => {
    const day = from + index
    const ofDay = visits.filter((visit) => visit.day === day)
    const team = withInactive(catalog.professionals, ofDay).map(({ id, name }) => ({
      id,
      name,
      works: worksOn(catalog, id, day),
      visits: ofDay
        .filter(({ professional }) => professional.id === id)
        .map(({ visit }) => visit)
        .sort((one, other) => one.startMinute - other.startMinute),
    }))
    return { ...businessDay(catalog, day), team }
  })
  return { catalog, days }
}

type Person = Booking['professional']

function withInactive(
  team: readonly Person[],
  visits: readonly { professional: Person }[],
): Person[] {
  const people = new Map(team.map((one) => [one.id, one]))
  for (const { professional } of visits)
    if (!people.has(professional.id)) people.set(professional.id, professional)
  return [...people.values()]
}

async function visitsBetween(context: RequestContext, from: EpochDay, to: EpochDay) {
  const bookings: Booking[] = []
  const all = {
    from,
    to,
    state: null,
    professionalId: null,
    customerId: null,
    earliestFirst: true,
    limit: pageSize,
  }
  let total: number
  do {
    const page = await listBusinessBookings(context, { ...all, offset: bookings.length })
    if (page.bookings.length === 0) break
    bookings.push(...page.bookings.map(({ booking }) => booking))
    total = page.total
  } while (bookings.length < total)
  return bookings.flatMap(scheduledVisits)
}

function scheduledVisits({ id, code, state, timezone, lines }: Booking) {
  if (state === 'cancelled') return []
  return busyStretches(lines).map(({ professional, start, end }) => {
    const { day, ...span } = localSpan(start, end, timezone)
    return { day, professional, visit: { id, code, state, ...span } }
  })
}

const pageSize = 500

/** A stretch belongs to the local day on which it begins. */
function localSpan(
  startsAt: EpochMinute,
  endsAt: EpochMinute,
  timezone: string,
): LocalSpan & { day: EpochDay } {
  const zone = zoneOf(timezone)
  const { day, minute } = zone.toLocal(startsAt)
  const end = zone.toLocal(endsAt)
  return {
    day,
    startMinute: minute,
    endMinute: end.day > day ? 1440 : Math.max(minute, end.minute),
  }
}
