import { fail } from '@silla/errors'
import { type EpochDay, parseDate, parseTime } from '@silla/slots'
import { type Params, parseText } from './params.ts'

/** A real calendar date, or INVALID_DATE (D4). */
export const requireDate = (text: string): EpochDay => parseDate(text) ?? fail('INVALID_DATE')

/** Minutes from midnight, or INVALID_TIME (D4). */
export const requireTime = (text: string): number => parseTime(text) ?? fail('INVALID_TIME')

export interface DayRange {
  from: EpochDay
  to: EpochDay
}

/**
 * `desde` and `hasta`, both included, with what stands in for a missing one; INVALID_RANGE when
 * backwards or longer than the limit (D5).
 */
export function parseRange(query: Params, missing: DayRange, longestDays: number): DayRange {
  const range = {
    from: parseDay(query, 'desde') ?? missing.from,
    to: parseDay(query, 'hasta') ?? missing.to,
  }
  if (range.from > range.to || range.to - range.from > longestDays) fail('INVALID_RANGE')
  return range
}

/** The date under a name; null without one. */
export function parseDay(query: Params, name: string): EpochDay | null {
  const value = parseText(query, name)
  return value === null ? null : requireDate(value)
}
