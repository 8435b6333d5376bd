import { salonStateQueries, type Tx } from '@silla/db'
import {
  businessCalendar,
  formatDate,
  formatTime,
  isTimeZone,
  minutesPerDay,
  type ResourceCalendar,
  resourceCalendar,
} from '@silla/slots'
import { isWorkable } from '../availability/is-workable.ts'
import type { CurrentState, Stored } from './current-state.ts'
import { type OrphanScope, orphanScope } from './orphan-scope.ts'
import type { OrphanedBooking } from './plan.ts'
import type { RetiredUnits } from './retired-units.ts'
import type { Salon } from './salon.ts'

type UpcomingBooking = salonStateQueries.UpcomingBooking
type UpcomingLine = UpcomingBooking['lines'][number]

/**
 * Lists the upcoming bookings that would lose one of their professionals, one of their services, a
 * unit of a resource, or their working time. A booking that is already outside working time does
 * not count.
 */
export async function orphanedBookings(
  tx: Tx,
  current: CurrentState,
  after: Salon,
  { retired, now }: { retired: RetiredUnits; now: Date },
): Promise<OrphanedBooking[]> {
  const scope = orphanScope(current.salon, after, retired.units.length > 0)
  if (scope === null) return []
  const professionals = handlesById(current.professionals)
  const services = handlesById(current.services)
  const timesBefore = workingTimes(inKnownZone(current.salon, after))
  const timesAfter = workingTimes(after)
  const servicesAfter = new Set(after.services.map(({ handle }) => handle))
  const names = new Map(current.salon.professionals.map(({ handle, name }) => [handle, name]))

  const reasonFor = (
    { id }: UpcomingBooking,
    line: UpcomingLine,
    handle: string,
  ): OrphanedBooking['reason'] | null => {
    if (!timesAfter.employs(handle))
      return timesBefore.employs(handle) ? 'professional removed' : null
    const service = services.get(line.serviceId) ?? ''
    if (!servicesAfter.has(service) && current.services.get(service)?.active)
      return 'service removed'
    if (retired.bookingIds.has(id)) return 'resource removed'
    return timesBefore.contains(handle, line) && !timesAfter.contains(handle, line)
      ? 'outside working time'
      : null
  }

  const bookings = await salonStateQueries.listUpcomingBookings(tx, filterOf(scope, current, now))
  return bookings.flatMap((booking) => {
    const { code, startsAt, customerName } = booking
    const parts = booking.lines.map((line) => {
      const handle = professionals.get(line.professionalId) ?? ''
      return { handle, reason: reasonFor(booking, line, handle) }
    })
    for (const reason of reasons) {
      const part = parts.find((one) => one.reason === reason)
      if (part === undefined) continue
      const professionalName = names.get(part.handle) ?? part.handle
      return [{ code, ...timesBefore.format(startsAt), professionalName, customerName, reason }]
    }
    return []
  })
}

/** Of a booking the first that applies is reported. */
const reasons: OrphanedBooking['reason'][] = [
  'professional removed',
  'service removed',
  'resource removed',
  'outside working time',
]

/** Of a scope, what the statement compares; a day of a zone is within 14 hours of that of UTC. */
function filterOf(
  { handles, days }: OrphanScope,
  { professionals }: CurrentState,
  now: Date,
): salonStateQueries.UpcomingFilter {
  return {
    now,
    professionalIds: handles?.flatMap((handle) => professionals.get(handle)?.id ?? []) ?? null,
    starts: days && { from: instantOf(days.from - 2), to: instantOf(days.to + 2) },
  }
}

const instantOf = (day: number) => new Date(day * minutesPerDay * 60_000)

/** A stored time zone that Node does not support says nothing: the new one, which does, replaces it. */
const inKnownZone = (before: Salon, { settings: { timezone } }: Salon): Salon =>
  isTimeZone(before.settings.timezone)
    ? before
    : { ...before, settings: { ...before.settings, timezone } }

function workingTimes(salon: Salon) {
  const { timezone, slotIntervalMinutes } = salon.settings
  const business = businessCalendar({
    timezone,
    slotIntervalMinutes,
    openings: salon.openings,
    closings: salon.closings,
  })
  const team = new Map<string, ResourceCalendar>(
    salon.professionals.map((professional) => [
      professional.handle,
      resourceCalendar(professional),
    ]),
  )
  const { zone } = business
  return {
    employs: (handle: string) => team.has(handle),
    /** Whether the professional can do the service at its time. */
    contains(handle: string, { startsAt, phases }: UpcomingLine): boolean {
      const calendar = team.get(handle)
      if (calendar === undefined) return false
      return isWorkable(business, calendar, { start: minutesOf(new Date(startsAt)), phases })
    },
    format(instant: Date): Pick<OrphanedBooking, 'day' | 'time'> {
      const { day, minute } = zone.toLocal(minutesOf(instant))
      return { day: formatDate(day), time: formatTime(minute) }
    },
  }
}

function handlesById(stored: Stored): Map<number, string> {
  return new Map([...stored].map(([handle, { id }]) => [id, handle]))
}

function minutesOf(instant: Date): number {
  return Math.floor(instant.getTime() / 60_000)
}
