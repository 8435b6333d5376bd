import { type EpochDay, formatDate } from '@silla/slots'
import { UsageProblem } from '../errors/report-error.ts'
import { readDayWord } from './parse-day.ts'

/** What --from and --to say where the salon is; null is no limit. */
export interface DayRange {
  from: EpochDay | null
  to: EpochDay | null
}

/** @throws UsageProblem when one is no day, or the last comes first */
export function readDayRange(
  flags: { from?: string | undefined; to?: string | undefined },
  timezone: string,
  now: Date,
): DayRange {
  const day = (flag: 'from' | 'to') => {
    const written = flags[flag]
    return written === undefined ? null : readDayWord(flag, written, timezone, now)
  }
  const [from, to] = [day('from'), day('to')]
  if (from !== null && to !== null) refuseBackwards('from', from, to)
  return { from, to }
}

/** @throws UsageProblem when the last day, --to, comes before the first */
export function refuseBackwards(flag: 'from' | 'day', first: EpochDay, last: EpochDay): void {
  if (last < first) throw new UsageProblem(`--to ${formatDate(last)} is before --${flag} ${formatDate(first)}.`)
}

export const isInRange = ({ from, to }: DayRange, day: EpochDay): boolean =>
  (from === null || from <= day) && (to === null || day <= to)
