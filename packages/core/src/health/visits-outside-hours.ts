import { catalogQueries, healthQueries, type Tx } from '@silla/db'
import { businessCalendar, isTimeZone, type ResourceCalendar, resourceCalendar } from '@silla/slots'
import { isWorkable } from '../availability/is-workable.ts'
import { schedules, weekFrom } from '../catalog/mappers.ts'

/**
 * The codes of a business's upcoming bookings, all or only these, that are outside the working time
 * of one of their professionals, by start: on a closed day, in a break, or with a professional who
 * left. They had
 * their time when they were made and lost it in a change of the schedule (`--allow-orphaned`).
 *
 * A time zone that Node does not support is left to `checkTimeZones`.
 */
export async function visitsOutsideHours(
  tx: Tx,
  now: Date,
  bookings: readonly number[] | null = null,
): Promise<string[]> {
  if (bookings?.length === 0) return []
  const [upcoming, [settings], openings, closings, professionals, shifts, exceptions] =
    await Promise.all([
      healthQueries.listUpcomingLines(tx, now, bookings),
      catalogQueries.findSettings(tx),
      catalogQueries.listOpeningHours(tx),
      catalogQueries.listClosingDays(tx),
      catalogQueries.listActiveProfessionals(tx),
      catalogQueries.listWeeklyShifts(tx),
      catalogQueries.listScheduleExceptions(tx),
    ])
  if (!settings || !isTimeZone(settings.timezone)) return []
  const business = businessCalendar({ ...settings, openings: weekFrom(openings), closings })
  const withSchedule = schedules(shifts, exceptions)
  const team = new Map<number, ResourceCalendar>(
    professionals.map((one) => [one.id, resourceCalendar(withSchedule(one))]),
  )
  const outside = upcoming.flatMap(({ professionalId, codes, starts, phases }) => {
    const calendar = team.get(professionalId)
    return codes
      .map((code, i) => ({
        code,
        start: starts[i] as number,
        phases: phases[i] as number[],
      }))
      .filter((line) => calendar === undefined || !isWorkable(business, calendar, line))
  })
  return [...new Set(outside.sort(byStart).map(({ code }) => code))]
}

const byStart = (one: { start: number }, other: { start: number }) => one.start - other.start
