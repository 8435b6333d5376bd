import { businessQueries, healthQueries, inTransaction, type Sql } from '@silla/db'
import type { Clock } from '../clock.ts'
import { visitsOutsideHours } from './visits-outside-hours.ts'

/** A business with everything that the checks need. */
export type CheckedBusiness = healthQueries.BusinessHealth & {
  /** Codes of upcoming bookings outside the working time of their professional. */
  visitsOutsideHours: string[]
}

/** All businesses, by slug. Takes some seconds when there are very many. */
export const checkedBusinesses = (admin: Sql, clock: Clock): Promise<CheckedBusiness[]> =>
  inTransaction(admin, async (tx) => {
    await healthQueries.setShortLockTimeout(tx)
    const ids = new Map(
      (await businessQueries.listAllBusinesses(tx)).map(({ slug, businessId }) => [
        slug,
        businessId,
      ]),
    )
    const checked: CheckedBusiness[] = []
    for (const business of await healthQueries.listBusinessHealth(tx, lateAfter(clock)))
      checked.push({
        ...business,
        visitsOutsideHours: await visitsOutsideHours(tx, ids.get(business.slug) ?? '', clock.now()),
      })
    return checked
  })

/** Work that has its own job counts as late after ten minutes. */
export const lateAfter = (clock: Clock): Date => new Date(clock.now().getTime() - 10 * 60_000)

/** Their time zones, each once. */
export const zonesOf = (businesses: readonly CheckedBusiness[]): string[] =>
  [...new Set(businesses.map(({ timezone }) => timezone))].sort()
