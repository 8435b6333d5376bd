import { parseDate, zoneOf } from '@silla/slots'
import { UsageError } from '../errors/report-error.ts'

/**
 * Reads `90d` (from now), `2027-06-30` (the end of that day in the salon's time zone) or
 * `2027-06-30T12:00:00Z`.
 */
export function parseExpiry(text: string, timezone: string, now: Date): Date {
  const days = /^([1-9]\d{0,4})d$/.exec(text)?.[1]
  if (days !== undefined) return new Date(now.getTime() + Number(days) * 24 * 60 * 60_000)
  const day = parseDate(text)
  const end = day === null ? null : zoneOf(timezone).toEdge(day + 1, 0)
  if (end !== null) return new Date(end * 60_000)
  if (
    /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(Z|[+-]\d\d:\d\d)$/.test(text) &&
    !Number.isNaN(Date.parse(text))
  )
    return new Date(text)
  throw new UsageError(
    `Invalid value for --expires: expected 90d, 2027-06-30 or 2027-06-30T12:00:00Z, got "${text}".`,
  )
}
