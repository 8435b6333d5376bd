import type { ClosingDay, Language, ScheduleException, Translated, WeekdayName } from '@silla/core'
import { weekdayName } from '@silla/core/provisioning/salon'
import { type EpochDay, formatDate, formatSpan, weekdayOf } from '@silla/slots'
import { textIn } from '../text/values.ts'

/** A day in the output of --json. */
export interface NamedDay {
  /** `2030-12-25` */
  day: string
  weekday: WeekdayName
}

/** A closure in the output of --json. */
export interface ClosureRecord extends NamedDay {
  /** `16:00-20:00`; null: the whole day. */
  time: string | null
  reason: Translated
}

export function closureRecord({ day, fromMinute, toMinute, reason }: ClosingDay): ClosureRecord {
  const part =
    fromMinute === null || toMinute === null
      ? null
      : { startMinute: fromMinute, endMinute: toMinute }
  return { ...namedDay(day), time: part && formatSpan(part), reason }
}

/** A table row: day, weekday, time, reason. */
export const closureRow =
  (language: Language) =>
  ({ day, weekday, time, reason }: ClosureRecord): string[] => [
    day,
    weekday,
    time ?? 'whole day',
    textIn(reason, language) || '-',
  ]

/** An override of a professional's shifts in the output of --json. */
export interface OverrideRecord extends NamedDay {
  professional: { handle: string; name: string }
  /** `10:00-14:00`; empty for a day off. */
  works: string[]
  reason: Translated
}

export function overrideRecord(
  { handle, name }: { handle: string; name: string },
  { day, shifts, reason }: ScheduleException,
): OverrideRecord {
  return { ...namedDay(day), professional: { handle, name }, works: shifts.map(formatSpan), reason }
}

/** A table row: day, weekday, professional, working times, reason. */
export const overrideRow =
  (language: Language) =>
  ({ day, weekday, professional, works, reason }: OverrideRecord): string[] => [
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
