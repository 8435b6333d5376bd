import { type Catalog, type Clock, type OpenDaysQuery, openDaysRange, today } from '@silla/core'
import type { RequestWork } from './request-buckets.ts'

/** The days, counted for each professional, that one token of a rate limit pays for. */
const professionalDaysPerToken = 500

/** How much longer a day takes for which lines are divided between people. */
const lineFactor = 5

/** A request must fit into the smallest bucket. */
const maxTokens = 60

/**
 * The work of a range of days of any professional, or of several (D27). Without lines it takes more
 * than one token only for more days than a month of sixteen professionals has.
 *
 * @throws INVALID_RANGE
 */
export function openDaysWork(
  catalog: Catalog,
  clock: Clock,
  query: Pick<OpenDaysQuery, 'from' | 'to' | 'lines'>,
): RequestWork {
  const { from, to } = openDaysRange(query, today(catalog, clock))
  const anyone = catalog.professionals.length
  const people =
    query.lines === null
      ? anyone
      : lineFactor *
        query.lines.reduce((sum, line) => sum + (line.professionalId === null ? anyone : 1), 0)
  const professionalDays = (to - from + 1) * people
  const tokens = Math.min(Math.ceil(professionalDays / professionalDaysPerToken), maxTokens)
  return { tokens, kinds: new Map() }
}
