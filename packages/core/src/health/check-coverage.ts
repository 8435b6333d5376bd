import { type CheckResult, ok } from './check-result.ts'
import type { CheckedBusiness } from './checked-businesses.ts'

/** How many businesses were read in full, and when: now, or by the nightly consistency check. */
export function checkCoverage(businesses: readonly CheckedBusiness[]): CheckResult {
  const times = businesses.flatMap(({ checkedAt }) => checkedAt ?? []).sort((a, b) => +a - +b)
  const [oldest, newest] = [times[0], times.at(-1)]
  const total = businesses.length
  return oldest === undefined || newest === undefined
    ? ok('coverage', 'readInFull', { total })
    : ok('coverage', 'readSinceCheck', { total, earlier: times.length, oldest, newest })
}
