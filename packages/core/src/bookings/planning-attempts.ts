import { maxOutageMilliseconds } from '@silla/db'
import { fail } from '@silla/errors'

/** How often a visit has been planned in vain; it decides whether it is planned again. */
export interface PlanningAttempts {
  /**
   * The catalogue has changed, or the hold was not what it seemed.
   *
   * @throws Error after five of these
   */
  countStale(): void
  /**
   * Somebody else took a part of what was read as free. That is no reason to refuse the visit: only
   * a plan that finds nothing free is (D33). Each attempt that is lost is a visit that others have
   * booked, so that this ends; where they book until the request's time is over, it may be repeated.
   *
   * @throws SERVICE_UNAVAILABLE when the time of the request is over
   */
  countLost(): void
}

/** @param slug of the business, for the error */
export function planningAttempts(slug: string): PlanningAttempts {
  const endsAt = performance.now() + maxOutageMilliseconds
  let stale = 0
  return {
    countStale() {
      if (++stale >= maxStale)
        throw new Error(`the catalogue of ${slug} changes faster than one can plan`)
    },
    countLost() {
      if (performance.now() < endsAt) return
      const cause = new Error(`others have booked what was free, until the request's time was over`)
      fail('SERVICE_UNAVAILABLE', { headers: { 'retry-after': '1' }, cause })
    },
  }
}

const maxStale = 5
