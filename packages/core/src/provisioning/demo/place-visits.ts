import type { Claim } from '@silla/db'
import {
  type BusinessCalendar,
  businessCalendar,
  type EpochDay,
  formatDate,
  formatTime,
  placeVisit,
  type ResourceCalendar,
  resourceCalendar,
  wallClock,
} from '@silla/slots'
import { ProvisioningError } from '../../business/provisioning-error.ts'
import { type CurrentState, requireEntry } from '../current-state.ts'
import type { DemoBooking, Salon, SalonProfessional, SalonService } from '../salon.ts'

export interface PlacedVisit {
  code: string
  booking: DemoBooking
  professional: SalonProfessional
  professionalId: number
  services: (SalonService & { id: number })[]
  startsAt: Date
  endsAt: Date
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
  const busy = claimed.map(({ resourceId, startsAt, endsAt }) => ({
    professionalId: resourceId,
    startsAt,
    endsAt,
  }))
  return bookings.map((booking) => {
    const professional = entryOf(salon.professionals, booking.professionalHandle)
    const professionalId = requireEntry(current.professionals, professional.handle).id
    const services = booking.serviceHandles.map((handle) => ({
      ...entryOf(salon.services, handle),
      id: requireEntry(current.services, handle).id,
    }))
    const calendar = resourceCalendar(professional)
    const step = booking.inDays < 0 ? -1 : 1
    for (let tries = 0; tries < daysTried; tries++) {
      const day = today + booking.inDays + step * tries
      const span = spanOn(day, booking, services, business, calendar)
      if (
        span === null ||
        busy.some((other) => other.professionalId === professionalId && overlaps(other, span))
      )
        continue
      busy.push({ professionalId, ...span })
      return { code: booking.code, booking, professional, professionalId, services, ...span }
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

interface TimeSpan {
  startsAt: Date
  endsAt: Date
}

function calendarOf(salon: Salon): BusinessCalendar {
  const { timezone, slotIntervalMinutes } = salon.settings
  return businessCalendar({
    timezone,
    slotIntervalMinutes,
    openings: salon.openings,
    closings: salon.closings,
  })
}

function spanOn(
  day: EpochDay,
  { startMinute }: DemoBooking,
  services: readonly SalonService[],
  business: BusinessCalendar,
  calendar: ResourceCalendar,
): TimeSpan | null {
  const placed = placeVisit({
    business,
    professionals: new Map([[0, calendar]]),
    busy: null,
    plan: {
      lines: services.map(({ durationMinutes }) => [
        { professionalId: 0, phases: [durationMinutes], bufferMinutes: 0, units: [] },
      ]),
      onePerson: true,
    },
    day,
    startMinute,
    bookableFrom: 0,
  })
  const [way] = placed.kind === 'placed' ? placed.ways : []
  return way ? { startsAt: new Date(way.start * 60_000), endsAt: new Date(way.end * 60_000) } : null
}

function overlaps(a: TimeSpan, b: TimeSpan): boolean {
  return a.startsAt < b.endsAt && b.startsAt < a.endsAt
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
