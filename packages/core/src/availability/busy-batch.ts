import type { OwnedClaim } from '@silla/db'
import { Refusal } from '@silla/errors'
import type { BusyTime, VisitPlan } from '@silla/slots'
import type { Catalog } from '../catalog/catalog.ts'
import type { DayCache } from '../day-cache.ts'
import type { RequestContext } from '../request-context.ts'
import { openSlices, type Slices } from '../slices.ts'
import { type BookingWindow, bookingWindow } from './booking-window.ts'
import { type CachedResults, cachedResults, type ResultCaching } from './cached-results.ts'
import { type BusyWindow, loadBusy } from './load-busy.ts'
import type { VisitQuery } from './visit-plan.ts'

/** What free time is computed from, all of one moment. */
export interface FreeTimeInputs {
  catalog: Catalog
  busy: BusyTime
  /** The claims that do not count for who is assigned. */
  blocks: readonly OwnedClaim[]
  bookable: BookingWindow
  /** Days that were computed before. */
  days: DayCache
  /** The computation of all queries. */
  slices: Slices
}

/**
 * Computes free time for several queries from one load of busy time. The result of a refused query
 * is its refusal; when every query is refused, nothing is loaded. A single query may get a result
 * that was computed before, if the busy time is the same.
 *
 * @param plan checks one query and chooses its window, once for each version of the catalogue
 * @param compute gets the busy time of the query's own window
 */
export async function loadBusyBatch<
  Query,
  Planned extends BusyWindow & { plan: VisitPlan },
  Result,
>(
  context: RequestContext,
  queries: readonly Query[],
  {
    plan,
    compute,
    caching,
    exceptBooking = null,
  }: {
    plan(catalog: Catalog, bookable: BookingWindow, query: Query): Planned
    compute(inputs: FreeTimeInputs, planned: Planned): Result | Promise<Result>
    caching: ResultCaching<Planned, Result>
    /** A booking whose own time counts as free. */
    exceptBooking?: number | null
  },
): Promise<(Result | Refusal)[]> {
  const { days, results: cache } = context.tenant
  const { catalog, planned, busy, blocks, fingerprint } = await loadBusy(
    context,
    (catalog) => {
      const bookable = bookingWindow(catalog, context.clock)
      const plans = queries.map((query) => orRefusal(() => plan(catalog, bookable, query)))
      const cached = cachedOf(catalog, bookable, plans)
      const known = cached === null ? undefined : (cached.found?.fingerprint ?? null)
      return { bookable, plans, windows: plans.filter(isNotRefused), cached, known }
    },
    exceptBooking,
  )
  const { bookable, plans, cached } = planned
  if (cached?.found !== undefined && cached.found.fingerprint === fingerprint)
    return [cached.found.result]
  const slices = openSlices()
  const results: (Result | Refusal)[] = []
  let loaded = 0
  for (const own of plans) {
    if (own instanceof Refusal) results.push(own)
    else {
      const ownBusy = busy[loaded++] as BusyTime
      const inputs = { catalog, busy: ownBusy, blocks, bookable, days, slices }
      const result = await compute(inputs, own)
      if (fingerprint !== null) cached?.store(fingerprint, result)
      results.push(result)
    }
  }
  return results

  function cachedOf(
    catalog: Catalog,
    bookable: BookingWindow,
    [only, ...others]: readonly (Planned | Refusal)[],
  ): CachedResults<Result> | null {
    return only === undefined ||
      only instanceof Refusal ||
      others.length > 0 ||
      exceptBooking !== null
      ? null
      : cachedResults(cache, { catalog, bookable }, only, caching)
  }
}

/** The booking that a single query moves. */
export const movedBy = (queries: readonly VisitQuery[]): number | null =>
  queries.length === 1 ? (queries[0]?.moved?.bookingId ?? null) : null

/** The result of a single query; throws its refusal. */
export function single<Result>([result]: readonly (Result | Refusal)[]): Result {
  if (result === undefined || result instanceof Refusal) throw result
  return result
}

function orRefusal<T>(plan: () => T): T | Refusal {
  try {
    return plan()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

const isNotRefused = <Planned>(planned: Planned | Refusal): planned is Planned =>
  !(planned instanceof Refusal)
