import { addMonths, type EpochDay, formatDate, parseDate, weekdayOf } from '@silla/slots'
import type { ReportInput } from '../model/report.ts'

/** Days that a row of a report counts, both included. */
export interface Period {
  from: EpochDay
  to: EpochDay
}

/**
 * The periods of a report in order: its days, weeks from Monday, or calendar months, the first and last
 * cut off at its ends; one period when it is divided otherwise.
 */
export function periodsOf({ from, to, group }: Omit<ReportInput, 'kind'>): Period[] {
  const periods: Period[] = []
  for (let start = from; start <= to; ) {
    const next = Math.min(nextStart(start, group) ?? to + 1, to + 1)
    periods.push({ from: start, to: next - 1 })
    start = next
  }
  return periods
}

function nextStart(day: EpochDay, group: ReportInput['group']): EpochDay | null {
  switch (group) {
    case 'day':
      return day + 1
    case 'week':
      return day + 8 - weekdayOf(day)
    case 'month':
      return addMonths(parseDate(`${formatDate(day).slice(0, 7)}-01`) ?? day, 1)
    default:
      return null
  }
}

/** First and last day of `2027-01`; null: it is no month. */
export function daysOfMonth(month: string): { from: EpochDay; to: EpochDay } | null {
  const from = /^\d{4}-\d{2}$/.test(month) ? parseDate(`${month}-01`) : null
  return from === null ? null : { from, to: addMonths(from, 1) - 1 }
}
