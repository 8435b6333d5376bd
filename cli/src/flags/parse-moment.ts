import type { LocalTime } from '@silla/core'
import { parseDate, parseTime } from '@silla/slots'
import { UsageError } from '../errors/report-error.ts'

/**
 * Reads `2027-03-28T01:30`, also with a space in between.
 *
 * @throws UsageError
 */
export function parseMoment(text: string): LocalTime {
  const [dayText = '', time = '', ...more] = text.trim().split(/T|\s+/)
  const day = parseDate(dayText)
  const minute = parseTime(time)
  if (day === null || minute === null || more.length > 0)
    throw new UsageError(`Invalid time: expected 2027-03-28T01:30, got "${text}".`)
  return { day, minute }
}
