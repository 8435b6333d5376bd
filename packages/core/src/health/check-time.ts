import { healthQueries, type Sql } from '@silla/db'
import { isTimeZone } from '@silla/slots'
import type { Clock } from '../clock.ts'
import { type CheckResult, ok, problem } from './check-result.ts'
import type { CheckedBusiness } from './checked-businesses.ts'

/**
 * Whether the clocks of this machine and the database differ by at most two seconds, not counting
 * the duration of the query.
 */
export async function checkClock(admin: Sql, clock: Clock): Promise<CheckResult> {
  const before = clock.now().getTime()
  const [server] = await healthQueries.findServerState(admin)
  const after = clock.now().getTime()
  const now = server?.now.getTime() ?? 0
  const differenceMilliseconds = now < before ? before - now : Math.max(0, now - after)
  return differenceMilliseconds <= 2000
    ? ok('clock', 'clocksAgree', { differenceMilliseconds })
    : problem('clock', 'clocksDiffer', { differenceMilliseconds })
}

/**
 * Whether Node supports the salons' time zones. Those of the database do not matter: no statement
 * uses them, and times are stored in UTC.
 */
export function checkTimeZones(
  businesses: readonly Pick<CheckedBusiness, 'slug' | 'timezone'>[],
): CheckResult {
  const unknown = businesses.filter(({ timezone }) => !isTimeZone(timezone))
  if (unknown.length === 0) {
    const count = new Set(businesses.map(({ timezone }) => timezone)).size
    return ok('zones', 'timeZonesKnown', { count })
  }
  return problem('zones', 'timeZonesUnknown', {
    businesses: unknown.map(({ slug, timezone }) => ({ slug, timezone })),
  })
}
