import { catalogQueries, healthQueries } from '@silla/db'
import { misalignedBookings } from '../bookings/misaligned-bookings.ts'
import type { TenantContext } from '../request-context.ts'
import { lateAfter } from './checked-businesses.ts'
import { visitsOutsideHours } from './visits-outside-hours.ts'

/** How many rows of a business each check found inconsistent. */
export type Inconsistencies = healthQueries.InconsistentRows & {
  bookingsWithoutLines: number
  brokenHistories: number
  orphanedClaims: number
  visitsOutsideHours: number
  misalignedBookings: number
  foreignMoney: number
  catalogDrift: number
}

/**
 * Reads all rows of one business that the health checks compare and that grow with every visit, on a
 * single snapshot. If they agree, that is stored, and for a day and a half `silla db doctor` reads
 * only what Silla has changed since that snapshot (decision 0024).
 *
 * @returns null: they agree
 */
export function checkConsistency({
  tenant,
  clock,
  realClock,
}: TenantContext): Promise<Inconsistencies | null> {
  return tenant.db.transaction(
    async (tx) => {
      const [[base], [rows], [without], broken, [orphaned], outside, [settings], foreign, [drift]] =
        await Promise.all([
          healthQueries.findConsistencyBase(tx),
          healthQueries.countInconsistentRows(tx, lateAfter(realClock)),
          healthQueries.listWithoutLines(tx, lateAfter(realClock), null),
          healthQueries.listBrokenHistories(tx, lateAfter(realClock), null),
          healthQueries.countOrphanedClaims(tx, clock.now(), null),
          visitsOutsideHours(tx, clock.now()),
          catalogQueries.findSettings(tx),
          healthQueries.listForeignMoney(tx, clock.now(), null),
          healthQueries.findCatalogDrift(tx),
        ])
      if (!base || !rows || !settings) throw new Error(`the business ${tx.businessId} has no rows`)
      const { timezone } = settings
      const misaligned = await misalignedBookings(tx, { timezone, now: clock.now() })
      const found = {
        ...rows,
        bookingsWithoutLines: without?.bookings.length ?? 0,
        brokenHistories: broken.length,
        orphanedClaims: orphaned?.claims ?? 0,
        visitsOutsideHours: outside.length,
        misalignedBookings: misaligned.length,
        foreignMoney: foreign.length,
        catalogDrift: drift?.catalogDrift ?? 0,
      }
      if (Object.values(found).some((count) => count > 0)) {
        await healthQueries.invalidateConsistencyCheck(tx)
        return found
      }
      await healthQueries.upsertConsistencyCheck(tx, { ...base, at: realClock.now() })
      return null
    },
    { singleSnapshot: true },
  )
}
