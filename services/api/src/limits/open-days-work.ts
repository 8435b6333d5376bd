import { type Catalog, type Clock, type OpenDaysQuery, openDaysRange, today } from '@silla/core'
import type { RequestWork } from './request-buckets.ts'

/** The days, counted for each professional, that one token of a rate limit pays for. */
const professionalDaysPerToken = 500

/**
 * The work of a range of days of any professional (D27). It takes more than one token only for more
 * days than a month of sixteen professionals has.
 *
 * @throws INVALID_RANGE
 */
export function openDaysWork(
  catalog: Catalog,
  clock: Clock,
  query: Pick<OpenDaysQuery, 'from' | 'to'>,
): RequestWork {
  const { from, to } = openDaysRange(query, today(catalog, clock))
  const professionalDays = (to - from + 1) * catalog.professionals.length
  return { tokens: Math.ceil(professionalDays / professionalDaysPerToken), kinds: new Map() }
}
