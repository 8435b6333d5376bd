import type { EpochDay, EpochMinute, VisitPlan } from '@silla/slots'
import type { Catalog } from '../catalog/catalog.ts'
import type { DayCache } from '../day-cache.ts'
import type { BookingWindow } from './booking-window.ts'
import type { BusyWindow } from './load-busy.ts'

/** How results of a kind are kept, to be given again while the busy time has the same fingerprint. */
export interface ResultKeeping<Planned, Result> {
  /**
   * What a result depends on besides the catalogue, the plan, its first day, the busy time and the
   * clock; null: it is not kept.
   */
  keyOf(planned: Planned): { kind: string; numbers: readonly number[] } | null
  /** The last `bookableFrom` with which the result is the same, unless the day changes. */
  unchangedUntil(result: Result, planned: Planned, inputs: KeptInputs): EpochMinute
  /** Approximately what the result takes. */
  bytesOf(result: Result): number
}

export interface KeptInputs {
  catalog: Catalog
  bookable: BookingWindow
}

/** The result of a query that was computed before, and where the next one is kept. */
export interface KeptResults<Result> {
  found: { fingerprint: string; result: Result } | undefined
  store(fingerprint: string, result: Result): void
}

interface KeptResult<Result> {
  fingerprint: string
  result: Result
  /** Both included; as `bookableFrom`. */
  from: EpochMinute
  until: EpochMinute
}

/**
 * The results of visits for which several resources are looked at: these are requested again most
 * often, and take longest to read and to compute. null: results of this query are not kept.
 */
export function keptResults<Planned extends BusyWindow & { plan: VisitPlan }, Result>(
  cache: DayCache,
  inputs: KeptInputs,
  planned: Planned,
  keeping: ResultKeeping<Planned, Result>,
): KeptResults<Result> | null {
  const { catalog, bookable } = inputs
  const { firstDay, bookableFrom } = bookable
  const key = planned.resourceIds.length > 1 ? keeping.keyOf(planned) : null
  if (key === null) return null
  const kept = cache.daysOf<KeptResult<Result>>(key.kind, catalog, planned.plan)
  const day: EpochDay = planned.from
  const numbers = [firstDay, ...key.numbers]
  const found = kept.find(
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
      const until = keeping.unchangedUntil(result, planned, inputs)
      const value = { fingerprint, result, from: bookableFrom, until }
      kept.store(day, numbers, value, keeping.bytesOf(result) + fingerprint.length)
    },
  }
}
