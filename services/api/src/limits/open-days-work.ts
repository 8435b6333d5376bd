import { type Catalog, type Clock, type OpenDaysQuery, today } from '@silla/core'
import type { RequestWork } from './request-buckets.ts'

/** The days, counted for each professional, that one token of a rate limit pays for. */
const professionalDaysPerToken = 500

const defaultRangeDays = 31
const maxRangeDays = 93

/**
 * The work of a range of days of any professional (D27). It takes more than one token only for more days than a month
 * of sixteen professionals has.
 */
export function openDaysWork(
  catalog: Catalog,
  clock: Clock,
  { from, to }: Pick<OpenDaysQuery, 'from' | 'to'>,
): RequestWork {
  const firstDay = from ?? today(catalog, clock)
  const days = to === null ? defaultRangeDays : to - firstDay + 1
  const professionalDays = Math.min(Math.max(days, 1), maxRangeDays) * catalog.professionals.length
  return { tokens: Math.ceil(professionalDays / professionalDaysPerToken), kinds: new Map() }
}
