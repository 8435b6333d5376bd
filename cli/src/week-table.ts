import type { DayOfSalon, Language } from '@silla/core'
import { formatDate, weekdayOf } from '@silla/slots'
import { spanText } from './span-text.ts'
import { table } from './table.ts'
import { textIn } from './text-in.ts'
import { closingRecord } from './timetable-days.ts'
import { weekdayNames } from './weekday-words.ts'

/** A day as --json tells it: times are spans of the salon's wall clock. */
export function dayRecord({ day, kind, closings, open, team }: DayOfSalon) {
  return {
    day: formatDate(day),
    weekday: weekdayNames[weekdayOf(day) - 1] ?? '',
    open: open.map(spanText),
    closings: kind === 'closed' ? [] : closings.map(closingRecord).map(({ time, reason }) => ({ time, reason })),
    team: team.map(({ id, name, works, visits }) => ({
      id,
      name,
      works: works.map(spanText),
      visits: visits.map((visit) => ({ id: visit.id, code: visit.code, state: visit.state, time: spanText(visit) })),
    })),
  }
}

/** A line for each day and professional who works or is booked then; a closed day has one of its own. */
export function weekTable(days: readonly DayOfSalon[], language: Language): string {
  return table(
    ['Day', 'Weekday', 'Professional', 'Works', 'Booked'],
    days.map(dayRecord).flatMap((day) => rowsOf(day, language)),
  )
}

function rowsOf({ day, weekday, open, closings, team }: ReturnType<typeof dayRecord>, language: Language): string[][] {
  const reason = closings.map((closing) => textIn(closing.reason, language)).find((text) => text !== '')
  const shut = open.length > 0 ? [] : [[day, weekday, '-', reason === undefined ? 'closed' : `closed: ${reason}`, '-']]
  const busy = team.filter(({ works, visits }) => works.length > 0 || visits.length > 0)
  const rows = busy.map(({ name, works, visits }) => {
    const booked = visits.map(({ time, state }) => (state === 'confirmed' ? time : `${time} ${state}`)).join(', ')
    return [day, weekday, name, works.join(', ') || 'off', booked || '-']
  })
  return [...shut, ...rows]
}
