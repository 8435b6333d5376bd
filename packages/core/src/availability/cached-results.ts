import type { EpochDay, EpochMinute, VisitPlan } from '@silla/slots'
import type { Catalog } from '../catalog/catalog.ts'
import type { DayCache } from '../day-cache.ts'
import type { BookingWindow } from './booking-window.ts'
import type { BusyWindow } from './load-busy.ts'

/** How results of a kind are cached, to be given again while the busy time has the same fingerprint. */
export interface ResultCaching<Planned, Result> {
  /**
   * What a result depends on besides the catalogue, the plan, its first day, the busy time and the
   * clock; null: it is not cached.
   */
  keyOf(planned: Planned): { kind: string; numbers: readonly number[] } | null
  /** The last `bookableFrom` with which the result is the same, unless the day changes. */
  unchangedUntil(result: Result, planned: Planned, inputs: CacheInputs): EpochMinute
  /** Approximately what the result takes. */
  bytesOf(result: Result): number
}

export interface CacheInputs {
  catalog: Catalog
  bookable: BookingWindow
}

/** The result of a query that was computed before, and where the next one is cached. */
export interface CachedResults<Result> {
  found: { fingerprint: string; result: Result } | undefined
  store(fingerprint: string, result: Result): void
}

interface CachedResult<Result> {
  fingerprint: string
  result: Result
  /** Both included; as `bookableFrom`. */
  from: EpochMinute
  until: EpochMinute
}

/**
 * The results of visits for which several resources are looked at: these are requested again most
 * often, and take longest to read and to compute. null: results of this query are not cached.
 */
export function cachedResults<Planned extends BusyWindow & { plan: VisitPlan }, Result>(
  cache: DayCache,
  inputs: CacheInputs,
  planned: Planned,
  caching: ResultCaching<Planned, Result>,
): CachedResults<Result> | null {
  const { catalog, bookable } = inputs
  const { firstDay, bookableFrom } = bookable
  const key = planned.resourceIds.length > 1 ? caching.keyOf(planned) : null
  if (key === null) return null
  const cached = cache.daysOf<CachedResult<Result>>(key.kind, catalog, planned.plan)
  const day: EpochDay = planned.from
  const numbers = [firstDay, ...key.numbers]
  const found = cached.find(
    day,
    (stored) =>
      stored.length === numbers.length && numbers.every((each, index) => each === stored[index]),
  )
  return {
    found:
      found !== undefined && found.from <= bookableFrom && bookableFrom <= found.until
        ? found
        : undefined,
    store(fingerprint, result) {
      const until = caching.unchangedUntil(result, planned, inputs)
      const value = { fingerprint, result, from: bookableFrom, until }
      cached.store(day, numbers, value, caching.bytesOf(result) + fingerprint.length)
    },
  }
}
