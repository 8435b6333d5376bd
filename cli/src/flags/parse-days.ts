import type { Days, Salon } from '@silla/core'
import { closestMatch } from '@silla/core/text'
import { type EpochDay, formatDate, parseDate, wallClock } from '@silla/slots'
import { UsageError } from '../errors/report-error.ts'
import { suggestion } from '../errors/suggestion.ts'

/** Reads `2027-06-30`, or `yesterday`, `today` or `tomorrow` in the salon's time zone. */
export function parseDay(flag: string, text: string, timezone: string, now: Date): EpochDay {
  const { day: today } = wallClock(now, timezone)
  const words = new Map([
    ['yesterday', today - 1],
    ['today', today],
    ['tomorrow', today + 1],
  ])
  const day = words.get(text) ?? parseDate(text)
  if (day !== null) return day
  const guess = suggestion(closestMatch(text, words.keys()))
  throw new UsageError(
    `Invalid value for --${flag}: expected 2027-06-30, today or tomorrow, got "${text}".${guess}`,
  )
}

/** The days from --from to --to, or the one of --day; null: no limit. */
export interface DayRange {
  from: EpochDay | null
  to: EpochDay | null
}

/** @throws UsageError when a day is invalid, or --to comes before --from */
export function parseDayRange(
  flags: { day?: string | undefined; from?: string | undefined; to?: string | undefined },
  timezone: string,
  now: Date,
): DayRange {
  const parsed = (flag: 'day' | 'from' | 'to') => {
    const text = flags[flag]
    return text === undefined ? null : parseDay(flag, text, timezone, now)
  }
  const [day, from, to] = [parsed('day'), parsed('from'), parsed('to')]
  if (day !== null) return { from: day, to: day }
  if (from !== null && to !== null) assertForwardRange('from', from, to)
  return { from, to }
}

export const isInRange = ({ from, to }: DayRange, day: EpochDay): boolean =>
  (from === null || from <= day) && (to === null || day <= to)

/** --day and --to; without --to the range is that one day. */
export interface DayFlags {
  day: string
  to?: string | undefined
}

/** @throws UsageError when a day is invalid, or --to comes before --day */
export function readDays({ day, to }: DayFlags, { settings }: Salon): Days {
  const now = new Date()
  const first = parseDay('day', day, settings.timezone, now)
  const last = to === undefined ? first : parseDay('to', to, settings.timezone, now)
  assertForwardRange('day', first, last)
  return { from: first, to: last }
}

/** @throws UsageError as `readDays` does, and when the whole range is in the past */
export function readUpcomingDays(flags: DayFlags, salon: Salon): Days {
  const days = readDays(flags, salon)
  if (days.to >= parseDay('day', 'today', salon.settings.timezone, new Date())) return days
  throw new UsageError(
    `--${flags.to === undefined ? 'day' : 'to'} ${formatDate(days.to)} is in the past.`,
  )
}

function assertForwardRange(flag: 'from' | 'day', first: EpochDay, last: EpochDay): void {
  if (last < first)
    throw new UsageError(`--to ${formatDate(last)} is before --${flag} ${formatDate(first)}.`)
}
