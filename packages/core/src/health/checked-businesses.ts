import { healthQueries, inTransaction, type Sql } from '@silla/db'
import type { Clock } from '../clock.ts'
import { lateAfter } from './check-jobs.ts'

/** A business with all that the doctor wants to know of it. */
export type CheckedBusiness = healthQueries.BusinessHealthRow

/** Every business there is, by slug. Some seconds where there are very many. */
export const checkedBusinesses = (admin: Sql, clock: Clock): Promise<CheckedBusiness[]> =>
  inTransaction(admin, async (tx) => {
    await healthQueries.setShortLockTimeout(tx)
    return [...(await healthQueries.listBusinessHealth(tx, lateAfter(clock)))]
  })

/** The time zones that they are in, each once. */
export const zonesOf = (businesses: readonly CheckedBusiness[]): string[] =>
  [...new Set(businesses.map(({ timezone }) => timezone))].sort()
