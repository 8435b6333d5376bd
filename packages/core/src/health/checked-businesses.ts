import { healthQueries, inTransaction, type Sql } from '@silla/db'
import type { Clock } from '../ports/clock.ts'
import { lateAt } from './check-jobs.ts'

/** A business with all that the doctor wants to know of it. */
export type ExaminedBusiness = healthQueries.BusinessHealthRow

/** Every business there is, by slug. Some seconds where there are very many. */
export const examinedBusinesses = (admin: Sql, clock: Clock): Promise<ExaminedBusiness[]> =>
  inTransaction(admin, async (tx) => {
    await healthQueries.setShortLockTimeout(tx)
    return [...(await healthQueries.listBusinessHealth(tx, lateAt(clock)))]
  })

/** The time zones that they are in, each once. */
export const zonesOf = (businesses: readonly ExaminedBusiness[]): string[] =>
  [...new Set(businesses.map(({ timezone }) => timezone))].sort()
