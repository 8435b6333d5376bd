import { fail } from '@silla/errors'
import { type EpochDay, parseDate, parseTime } from '@silla/slots'
import { type Params, parseText } from './params.ts'

/** A real calendar date, or INVALID_DATE (D4). */
export const requireDate = (text: string): EpochDay => parseDate(text) ?? fail('INVALID_DATE')

/** Minutes from midnight, or INVALID_TIME (D4). */
export const requireTime = (text: string): number => parseTime(text) ?? fail('INVALID_TIME')

/** Both ends included. */
export interface DayRange {
  from: EpochDay
  to: EpochDay
}

/**
 * `desde` and `hasta`, both included and each with a default. INVALID_RANGE when the range runs
 * backwards or is longer than the limit (D5).
 */
export function parseRange(params: Params, defaults: DayRange, maxDays: number): DayRange {
  const range = {
    from: parseDay(params, 'desde') ?? defaults.from,
    to: parseDay(params, 'hasta') ?? defaults.to,
  }
  if (range.from > range.to || range.to - range.from > maxDays) fail('INVALID_RANGE')
  return range
}

/** A date; null when absent. */
export function parseDay(params: Params, name: string): EpochDay | null {
  const text = parseText(params, name)
  return text === null ? null : requireDate(text)
}
