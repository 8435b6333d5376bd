import { businessQueries, healthQueries, inTransaction, type Sql } from '@silla/db'
import type { Clock } from '../clock.ts'
import { visitsOutsideHours } from './visits-outside-hours.ts'

/** A business with everything that the checks need. */
export type CheckedBusiness = Pick<businessQueries.RegisteredBusiness, 'slug' | 'mode' | 'status'> &
  healthQueries.BusinessHealth & {
    /** Codes of upcoming bookings outside the working time of their professional. */
    visitsOutsideHours: string[]
  }

/**
 * All businesses, by slug. Each is checked in its own transaction, and as many at a time as the
 * pool has connections: no statement reads the rows of all salons.
 */
export async function checkedBusinesses(admin: Sql, clock: Clock): Promise<CheckedBusiness[]> {
  const businesses = await businessQueries.listAllBusinesses(admin)
  const checked = await Promise.all(
    businesses.map((business) => checkBusiness(admin, business, clock)),
  )
  return checked.flat()
}

/** None if the business has been deleted since it was listed. */
const checkBusiness = (
  admin: Sql,
  { businessId, slug, mode, status }: businessQueries.RegisteredBusiness,
  clock: Clock,
): Promise<CheckedBusiness[]> =>
  inTransaction(admin, async (registry) => {
    const [tx] = await Promise.all([
      businessQueries.setTenant(registry, businessId),
      healthQueries.setShortLockTimeout(registry),
    ])
    const [health, outside] = await Promise.all([
      healthQueries.findBusinessHealth(tx, lateAfter(clock)),
      visitsOutsideHours(tx, clock.now()),
    ])
    return health.map((found) => ({ slug, mode, status, ...found, visitsOutsideHours: outside }))
  })

/** Work that has its own job counts as late after ten minutes. */
export const lateAfter = (clock: Clock): Date => new Date(clock.now().getTime() - 10 * 60_000)

/** Their time zones, each once. */
export const zonesOf = (businesses: readonly CheckedBusiness[]): string[] =>
  [...new Set(businesses.map(({ timezone }) => timezone))].sort()
