import { businessQueries, catalogQueries, salonStateQueries, type Transaction } from '@silla/db'
import {
  businessCalendar,
  isTimeZone,
  isWorkingTime,
  type ResourceCalendar,
  resourceCalendar,
} from '@silla/slots'
import { weekFrom, withSchedules } from '../catalog/mappers.ts'

/**
 * The codes of a business's upcoming bookings that are outside the working time of their
 * professional, by start: on a closed day, in a break, or with a professional who left. They had
 * their time when they were made and lost it in a change of the schedule (`--allow-orphaned`).
 *
 * Sets the tenant of the transaction. A time zone that Node does not support is left to
 * `checkTimeZones`.
 */
export async function visitsOutsideHours(
  tx: Transaction,
  businessId: string,
  now: Date,
): Promise<string[]> {
  const tenantTx = await businessQueries.setTenant(tx, businessId)
  const bookings = await salonStateQueries.listUpcomingBookings(tenantTx, now)
  if (bookings.length === 0) return []

  const [[settings], openings, closings, professionals, shifts, exceptions] = await Promise.all([
    catalogQueries.findSettings(tenantTx),
    catalogQueries.listOpeningHours(tenantTx),
    catalogQueries.listClosingDays(tenantTx),
    catalogQueries.listActiveProfessionals(tenantTx),
    catalogQueries.listWeeklyShifts(tenantTx),
    catalogQueries.listScheduleExceptions(tenantTx),
  ])
  if (!settings || !isTimeZone(settings.timezone)) return []
  const business = businessCalendar({ ...settings, openings: weekFrom(openings), closings })
  const team = new Map<number, ResourceCalendar>(
    withSchedules(professionals, shifts, exceptions).map((one) => [one.id, resourceCalendar(one)]),
  )
  return bookings
    .filter(({ professionalId, startsAt, endsAt }) => {
      const calendar = team.get(professionalId)
      const visit = { start: minutesOf(startsAt), end: minutesOf(endsAt) }
      return calendar === undefined || !isWorkingTime(business, calendar, visit)
    })
    .map(({ code }) => code)
}

const minutesOf = (instant: Date): number => Math.floor(instant.getTime() / 60_000)
