import { type EpochDay, formatDate } from '@silla/slots'
import { UsageError } from '../errors/report-error.ts'
import { parseDay } from './parse-day.ts'

/** What --from and --to say where the salon is; null is no limit. */
export interface DayRange {
  from: EpochDay | null
  to: EpochDay | null
}

/** @throws UsageError when one is no day, or the last comes first */
export function parseDayRange(
  flags: { from?: string | undefined; to?: string | undefined },
  timezone: string,
  now: Date,
): DayRange {
  const day = (flag: 'from' | 'to') => {
    const written = flags[flag]
    return written === undefined ? null : parseDay(flag, written, timezone, now)
  }
  const [from, to] = [day('from'), day('to')]
  if (from !== null && to !== null) assertForwardRange('from', from, to)
  return { from, to }
}

/** @throws UsageError when the last day, --to, comes before the first */
export function assertForwardRange(flag: 'from' | 'day', first: EpochDay, last: EpochDay): void {
  if (last < first)
    throw new UsageError(`--to ${formatDate(last)} is before --${flag} ${formatDate(first)}.`)
}

export const isInRange = ({ from, to }: DayRange, day: EpochDay): boolean =>
  (from === null || from <= day) && (to === null || day <= to)
