import type { ClosingDay, Language, ScheduleException, Translated, WeekdayName } from '@silla/core'
import { weekdayName } from '@silla/core/provisioning/salon'
import { type EpochDay, formatDate, formatSpan, weekdayOf } from '@silla/slots'
import { textIn } from './text-in.ts'

/** A day as --json tells it. */
export interface NamedDay {
  /** `2030-12-25` */
  day: string
  weekday: WeekdayName
}

/** A closing as --json tells it. */
export interface ClosingRecord extends NamedDay {
  /** `16:00-20:00`; null when the whole day is closed. */
  time: string | null
  reason: Translated
}

export function closingRecord({ day, fromMinute, toMinute, reason }: ClosingDay): ClosingRecord {
  const part =
    fromMinute === null || toMinute === null
      ? null
      : { startMinute: fromMinute, endMinute: toMinute }
  return { ...namedDay(day), time: part && formatSpan(part), reason }
}

/** Under `Day`, `Weekday`, `Time`, `Reason`. */
export const closingRow =
  (language: Language) =>
  ({ day, weekday, time, reason }: ClosingRecord): string[] => [
    day,
    weekday,
    time ?? 'whole day',
    textIn(reason, language) || '-',
  ]

/** A professional's exception as --json tells it. */
export interface ExceptionRecord extends NamedDay {
  professional: { handle: string; name: string }
  /** `10:00-14:00`; none for who is off. */
  works: string[]
  reason: Translated
}

export function exceptionRecord(
  { handle, name }: { handle: string; name: string },
  { day, shifts, reason }: ScheduleException,
): ExceptionRecord {
  return { ...namedDay(day), professional: { handle, name }, works: shifts.map(formatSpan), reason }
}

/** Under `Day`, `Weekday`, `Professional`, `Works`, `Reason`. */
export const exceptionRow =
  (language: Language) =>
  ({ day, weekday, professional, works, reason }: ExceptionRecord): string[] => [
    day,
    weekday,
    professional.name,
    works.join(', ') || 'off',
    textIn(reason, language) || '-',
  ]

export const namedDay = (day: EpochDay): NamedDay => ({
  day: formatDate(day),
  weekday: weekdayName(weekdayOf(day)),
})
