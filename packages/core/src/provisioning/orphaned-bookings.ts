import { salonStateQueries, type Tx } from '@silla/db'
import {
  businessCalendar,
  formatDate,
  formatTime,
  isWorkingTime,
  type ResourceCalendar,
  resourceCalendar,
} from '@silla/slots'
import type { CurrentState, Stored } from './current-state.ts'
import type { Change, OrphanedBooking } from './plan.ts'
import type { RetiredUnits } from './retired-units.ts'
import type { Salon } from './salon.ts'

type UpcomingBooking = salonStateQueries.UpcomingBooking

/**
 * Lists the upcoming bookings that would lose their professional, one of their services, a unit of
 * a resource, or their working time. A booking that is already outside working time does not count.
 */
export async function orphanedBookings(
  tx: Tx,
  current: CurrentState,
  after: Salon,
  { changes, retired, now }: { changes: readonly Change[]; retired: RetiredUnits; now: Date },
): Promise<OrphanedBooking[]> {
  if (!changes.some(mayOrphan)) return []
  const professionals = handlesById(current.professionals)
  const services = handlesById(current.services)
  const timesBefore = workingTimes(current.salon)
  const timesAfter = workingTimes(after)
  const servicesAfter = new Set(after.services.map(({ handle }) => handle))
  const names = new Map(current.salon.professionals.map(({ handle, name }) => [handle, name]))

  const reasonFor = (
    booking: UpcomingBooking,
    handle: string,
  ): OrphanedBooking['reason'] | null => {
    if (!timesAfter.employs(handle))
      return timesBefore.employs(handle) ? 'professional removed' : null
    const missing = booking.serviceIds
      .map((id) => services.get(id) ?? '')
      .filter((service) => !servicesAfter.has(service))
    if (missing.some((service) => current.services.get(service)?.active)) return 'service removed'
    if (retired.bookingIds.has(booking.id)) return 'resource removed'
    return timesBefore.contains(handle, booking) && !timesAfter.contains(handle, booking)
      ? 'outside working time'
      : null
  }

  const bookings = await salonStateQueries.listUpcomingBookings(tx, now)
  return bookings.flatMap((booking) => {
    const handle = professionals.get(booking.professionalId) ?? ''
    const reason = reasonFor(booking, handle)
    if (reason === null) return []
    const { code, startsAt, customerName } = booking
    return [
      {
        code,
        ...timesBefore.format(startsAt),
        professionalName: names.get(handle) ?? handle,
        customerName,
        reason,
      },
    ]
  })
}

function mayOrphan({ area, kind, fields }: Change): boolean {
  if (area === 'services') return kind === 'removed'
  if (area === 'resources') return kind !== 'added'
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
    /** Whether the booking lies within one stretch of the professional's working time. */
    contains(handle: string, { startsAt, endsAt }: UpcomingBooking): boolean {
      const calendar = team.get(handle)
      if (calendar === undefined) return false
      const visit = { start: minutesOf(startsAt), end: minutesOf(endsAt) }
      return isWorkingTime(business, calendar, visit)
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
