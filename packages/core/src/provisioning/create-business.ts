import { businessQueries, inTransaction, type Sql } from '@silla/db'
import { systemClock } from '../clock.ts'
import { executePlan } from './apply-salon.ts'
import { buildPlan } from './build-plan.ts'
import { type BusinessSummary, findBusiness, summarizeBusiness } from './business-summary.ts'
import { ProvisioningError } from './provisioning-error.ts'
import type { NewBusiness } from './salon.ts'
import { minimalSalonFile } from './salon-file/parse-salon-file.ts'

/** For whoever chooses a slug before the rest; createBusiness looks again. */
export const isSlugTaken = async (admin: Sql, slug: string): Promise<boolean> =>
  (await businessQueries.findBusinessBySlug(admin, slug)) !== null

/**
 * A business with nothing to book yet, closed on every day, for a salon file to fill.
 * @throws ProvisioningError NOT_VALID, SLUG_TAKEN
 */
export async function createBusiness(admin: Sql, input: NewBusiness): Promise<BusinessSummary> {
  const file = minimalSalonFile(input)
  const { slug } = file
  return inTransaction(admin, async (tx) => {
    // asked in the transaction that writes: a bare file over a salon that has just been made would
    // empty it
    if ((await businessQueries.lockBusinessBySlug(tx, slug)) !== null)
      throw new ProvisioningError('SLUG_TAKEN', `There is a business called ${slug} already.`)
    await executePlan(tx, file, await buildPlan(tx, file, null, systemClock), {
      action: 'businesses.create',
    })
    return summarizeBusiness(
      tx,
      await findBusiness(businessQueries.findBusinessBySlug(tx, slug), slug),
    )
  })
}
