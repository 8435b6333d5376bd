import type { Days, Salon } from '@silla/core'
import { formatDate } from '@silla/slots'
import { UsageError } from '../errors/report-error.ts'
import { assertForwardRange } from './day-range.ts'
import { parseDay } from './parse-day.ts'

/** What --day and --to say where the salon is; --day alone is that day. */
export interface DayFlags {
  day: string
  to?: string | undefined
}

/** @throws UsageError when one is no day, or the last comes first */
export function readDays({ day, to }: DayFlags, { settings }: Salon): Days {
  const now = new Date()
  const first = parseDay('day', day, settings.timezone, now)
  const last = to === undefined ? first : parseDay('to', to, settings.timezone, now)
  assertForwardRange('day', first, last)
  return { from: first, to: last }
}

/**
 * @throws UsageError when one is no day, the last comes first, or all of them are past where the
 *   salon is
 */
export function readComingDays(flags: DayFlags, salon: Salon): Days {
  const days = readDays(flags, salon)
  if (days.to >= parseDay('day', 'today', salon.settings.timezone, new Date())) return days
  throw new UsageError(`--${flags.to === undefined ? 'day' : 'to'} ${formatDate(days.to)} is past.`)
}
