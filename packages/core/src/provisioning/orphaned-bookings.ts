import { salonStateQueries as questions, type salonStateQueries, type Tx } from '@silla/db'
import {
  businessCalendar,
  formatDate,
  formatTime,
  type ResourceCalendar,
  resourceCalendar,
  workingDay,
} from '@silla/slots'
import type { CurrentState, Stored } from './current-state.ts'
import type { Change, OrphanedBooking } from './plan.ts'
import type { Salon } from './salon.ts'

type ComingBooking = salonStateQueries.UpcomingBooking

/**
 * Coming bookings that would lose their professional, one of their services, or their working time.
 * One that lies outside working time already is not held against a change.
 */
export async function orphanedBookings(
  tx: Tx,
  record: CurrentState,
  after: Salon,
  changes: readonly Change[],
  now: Date,
): Promise<OrphanedBooking[]> {
  if (!changes.some(mayStrand)) return []
  const professionals = handlesById(record.professionals)
  const services = handlesById(record.services)
  const timesBefore = workingTimes(record.salon)
  const timesAfter = workingTimes(after)
  const served = new Set(after.services.map(({ handle }) => handle))
  const names = new Map(record.salon.professionals.map(({ handle, name }) => [handle, name]))

  const reasonFor = (booking: ComingBooking, handle: string): OrphanedBooking['reason'] | null => {
    if (!timesAfter.employs(handle))
      return timesBefore.employs(handle) ? 'professional removed' : null
    const gone = booking.serviceIds
      .map((id) => services.get(id) ?? '')
      .filter((service) => !served.has(service))
    if (gone.some((service) => record.services.get(service)?.active)) return 'service removed'
    return timesBefore.holds(handle, booking) && !timesAfter.holds(handle, booking)
      ? 'outside working time'
      : null
  }

  const bookings = await questions.listUpcomingBookings(tx, now)
  return bookings.flatMap((booking) => {
    const handle = professionals.get(booking.professionalId) ?? ''
    const reason = reasonFor(booking, handle)
    if (reason === null) return []
    const { code, startsAt, customerName } = booking
    return [
      {
        code,
        ...timesBefore.told(startsAt),
        professionalName: names.get(handle) ?? handle,
        customerName,
        reason,
      },
    ]
  })
}

function mayStrand({ area, kind, fields }: Change): boolean {
  if (area === 'services') return kind === 'removed'
  if (area === 'settings') return fields.some(({ field }) => field === 'time zone')
  return area === 'hours' || area === 'closings' || area === 'professionals'
}

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
    /** Whether the whole booking lies within one stretch of the professional's working time. */
    holds(handle: string, { startsAt, endsAt }: ComingBooking): boolean {
      const calendar = team.get(handle)
      if (calendar === undefined) return false
      const start = minutesOf(startsAt)
      const { day } = zone.toLocal(start)
      return workingDay(business, calendar, day).stretches.some(
        (stretch) =>
          zone.toEdge(day, stretch.startMinute) <= start &&
          minutesOf(endsAt) <= zone.toEdge(day, stretch.endMinute),
      )
    },
    told(instant: Date): Pick<OrphanedBooking, 'day' | 'time'> {
      const { day, minute } = zone.toLocal(minutesOf(instant))
      return { day: formatDate(day), time: formatTime(minute) }
    },
  }
}

function handlesById(filed: Stored): Map<number, string> {
  return new Map([...filed].map(([handle, { id }]) => [id, handle]))
}

function minutesOf(instant: Date): number {
  return Math.floor(instant.getTime() / 60_000)
}
