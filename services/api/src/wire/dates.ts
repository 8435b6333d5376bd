import { fail } from '@silla/errors'
import { type EpochDay, parseDate, parseTime } from '@silla/slots'
import { type Query, readText } from './query.ts'

/** A real calendar date, or INVALID_DATE (D4). */
export const readDate = (text: string): EpochDay => parseDate(text) ?? fail('INVALID_DATE')

/** Minutes from midnight, or INVALID_TIME (D4). */
export const readTime = (text: string): number => parseTime(text) ?? fail('INVALID_TIME')

export interface DayRange {
  from: EpochDay
  to: EpochDay
}

/** `desde` and `hasta`, both included, with what stands in for a missing one; INVALID_RANGE when backwards or longer than the limit (D5). */
export function readRange(query: Query, missing: DayRange, longestDays: number): DayRange {
  const range = { from: readDay(query, 'desde') ?? missing.from, to: readDay(query, 'hasta') ?? missing.to }
  if (range.from > range.to || range.to - range.from > longestDays) fail('INVALID_RANGE')
  return range
}

/** The date under a name; null without one. */
export function readDay(query: Query, name: string): EpochDay | null {
  const value = readText(query, name)
  return value === null ? null : readDate(value)
}
