import type { Language, SalonDay, ScheduledVisit } from '@silla/core'
import { formatSpan } from '@silla/slots'
import { table } from './table.ts'
import { textIn } from './text-in.ts'
import { type ClosingRecord, closingRecord, type NamedDay, namedDay } from './timetable-days.ts'

/** A day of a week as --json tells it: times are spans of the salon's wall clock. */
export interface DayRecord extends NamedDay {
  /** None when it is closed. */
  open: string[]
  /** Of a day on which it opens usually. `time` is null when the whole day is closed. */
  closings: Pick<ClosingRecord, 'time' | 'reason'>[]
  team: ProfessionalOnDay[]
}

export interface ProfessionalOnDay {
  id: number
  name: string
  /** None for who is off. */
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
        : closings.map(closingRecord).map(({ time, reason }) => ({ time, reason })),
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

/**
 * A line for each day and professional who works or is booked then; a closed day has one of its
 * own.
 */
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
  const shut =
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
  return [...shut, ...rows]
}
