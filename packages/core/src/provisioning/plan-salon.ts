import { businessQueries, inTransaction, type Sql } from '@silla/db'
import { type Clock, systemClock } from '../clock.ts'
import { buildPlan } from './build-plan.ts'
import type { SalonPlan } from './plan.ts'
import type { SalonFile } from './salon-file/salon-file.ts'

/**
 * What applying this file would change, and which coming bookings it would strand; nothing is
 * written.
 * @throws ProvisioningError when the file cannot be applied at all
 */
export function planSalon(
  admin: Sql,
  file: SalonFile,
  options: { clock?: Clock } = {},
): Promise<SalonPlan> {
  return inTransaction(admin, async (tx) => {
    const business = await businessQueries.findBusinessBySlug(tx, file.slug)
    const { plan } = await buildPlan(tx, file, business, options.clock ?? systemClock)
    return plan
  })
}
