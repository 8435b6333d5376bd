import type { ClosingDay, Language, ScheduleException } from '@silla/core'
import { type EpochDay, formatDate, weekdayOf } from '@silla/slots'
import { spanText } from './span-text.ts'
import { textIn } from './text-in.ts'
import { weekdayNames } from './weekday-words.ts'

/** A closing as --json tells it; `time` is null when the whole day is closed. */
export function closingRecord({ day, fromMinute, toMinute, reason }: ClosingDay) {
  const part = fromMinute === null || toMinute === null ? null : { startMinute: fromMinute, endMinute: toMinute }
  return { ...namedDay(day), time: part && spanText(part), reason }
}

/** Under `Day`, `Weekday`, `Time`, `Reason`. */
export const closingRow =
  (language: Language) =>
  ({ day, weekday, time, reason }: ReturnType<typeof closingRecord>): string[] => [
    day,
    weekday,
    time ?? 'whole day',
    textIn(reason, language) || '-',
  ]

/** An exception as --json tells it; nobody who is off has `works`. */
export function exceptionRecord(
  { handle, name }: { handle: string; name: string },
  { day, shifts, reason }: ScheduleException,
) {
  return { ...namedDay(day), professional: { handle, name }, works: shifts.map(spanText), reason }
}

/** Under `Day`, `Weekday`, `Professional`, `Works`, `Reason`. */
export const exceptionRow =
  (language: Language) =>
  ({ day, weekday, professional, works, reason }: ReturnType<typeof exceptionRecord>): string[] => [
    day,
    weekday,
    professional.name,
    works.join(', ') || 'off',
    textIn(reason, language) || '-',
  ]

/** `2030-12-25`, `wednesday`. */
export const namedDay = (day: EpochDay) => ({ day: formatDate(day), weekday: weekdayNames[weekdayOf(day) - 1] ?? '' })
