import { healthQueries, inTransaction, type Sql } from '@silla/db'
import type { Clock } from '../clock.ts'

/** A business with everything that the checks need. */
export type CheckedBusiness = healthQueries.BusinessHealth

/** All businesses, by slug. Takes some seconds when there are very many. */
export const checkedBusinesses = (admin: Sql, clock: Clock): Promise<CheckedBusiness[]> =>
  inTransaction(admin, async (tx) => {
    await healthQueries.setShortLockTimeout(tx)
    return [...(await healthQueries.listBusinessHealth(tx, lateAfter(clock)))]
  })

/** Work that has its own job counts as late after ten minutes. */
export const lateAfter = (clock: Clock): Date => new Date(clock.now().getTime() - 10 * 60_000)

/** Their time zones, each once. */
export const zonesOf = (businesses: readonly CheckedBusiness[]): string[] =>
  [...new Set(businesses.map(({ timezone }) => timezone))].sort()
