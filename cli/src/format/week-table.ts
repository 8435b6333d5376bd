import type { Language, SalonDay, ScheduledVisit } from '@silla/core'
import { formatSpan } from '@silla/slots'
import { textIn } from '../text/values.ts'
import { type ClosureRecord, closureRecord, type NamedDay, namedDay } from './schedule-days.ts'
import { table } from './table.ts'

/** A day of the week in the output of --json; times are ranges in the salon's time zone. */
export interface DayRecord extends NamedDay {
  /** Empty when the salon is closed. */
  open: string[]
  /** Only on weekdays on which the salon opens. `time` is null for the whole day. */
  closings: Pick<ClosureRecord, 'time' | 'reason'>[]
  team: ProfessionalOnDay[]
}

export interface ProfessionalOnDay {
  id: number
  name: string
  /** Empty for a day off. */
  works: string[]
  visits: { id: number; code: string; state: ScheduledVisit['state']; time: string }[]
}

export function dayRecord({ day, kind, closings, open, team }: SalonDay): DayRecord {
  return {
    ...namedDay(day),
    open: open.map(formatSpan),
    closings:
      kind === 'closed'
        ? []
        : closings.map(closureRecord).map(({ time, reason }) => ({ time, reason })),
    team: team.map(({ id, name, works, visits }) => ({
      id,
      name,
      works: works.map(formatSpan),
      visits: visits.map((visit) => ({
        id: visit.id,
        code: visit.code,
        state: visit.state,
        time: formatSpan(visit),
      })),
    })),
  }
}

/** A row for each day and professional who works or has bookings; one row for a closed day. */
export function weekTable(days: readonly SalonDay[], language: Language): string {
  return table(
    ['Day', 'Weekday', 'Professional', 'Works', 'Booked'],
    days.map(dayRecord).flatMap((day) => rowsOf(day, language)),
  )
}

function rowsOf({ day, weekday, open, closings, team }: DayRecord, language: Language): string[][] {
  const reason = closings
    .map((closing) => textIn(closing.reason, language))
    .find((text) => text !== '')
  const closed =
    open.length > 0
      ? []
      : [[day, weekday, '-', reason === undefined ? 'closed' : `closed: ${reason}`, '-']]
  const busy = team.filter(({ works, visits }) => works.length > 0 || visits.length > 0)
  const rows = busy.map(({ name, works, visits }) => {
    const booked = visits
      .map(({ time, state }) => (state === 'confirmed' ? time : `${time} ${state}`))
      .join(', ')
    return [day, weekday, name, works.join(', ') || 'off', booked || '-']
  })
  return [...closed, ...rows]
}
