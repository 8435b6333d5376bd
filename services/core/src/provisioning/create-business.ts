import { businessQueries, inTransaction, type Sql } from '@silla/db'
import { applySalon } from './apply-salon.ts'
import { type BusinessSummary, knownBusiness, summaryOf } from './business-summary.ts'
import { ProvisioningProblem } from './problem.ts'
import type { NewBusiness } from './salon.ts'
import { bareSalonFile } from './salon-file/bare-salon-file.ts'

/**
 * A business with nothing to book yet, closed on every day, for a salon file to fill.
 * @throws ProvisioningProblem NOT_VALID, SLUG_TAKEN
 */
export async function createBusiness(admin: Sql, ask: NewBusiness): Promise<BusinessSummary> {
  const file = bareSalonFile(ask)
  if ((await businessQueries.businessBySlug(admin, file.slug)) !== null) {
    throw new ProvisioningProblem('SLUG_TAKEN', `There is a business called ${file.slug} already.`)
  }
  await applySalon(admin, file)
  return inTransaction(admin, async (tx) =>
    summaryOf(tx, await knownBusiness(businessQueries.businessBySlug(tx, file.slug), file.slug)),
  )
}
