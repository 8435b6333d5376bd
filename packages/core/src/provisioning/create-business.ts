import { businessQueries, inTransaction, type Sql } from '@silla/db'
import {
  type BusinessSummary,
  findBusiness,
  summarizeBusiness,
} from '../business/business-summary.ts'
import { ProvisioningError } from '../business/provisioning-error.ts'
import { systemClock } from '../clock.ts'
import { executePlan } from './apply-salon.ts'
import { buildPlan } from './build-plan.ts'
import type { NewBusiness } from './salon.ts'
import { minimalSalonFile } from './salon-file/parse-salon-file.ts'

/** For an early check, such as in a prompt. `createBusiness` checks again. */
export const isSlugTaken = async (admin: Sql, slug: string): Promise<boolean> =>
  (await businessQueries.findBusinessBySlug(admin, slug)) !== null

/**
 * Creates a business without services or opening hours, to be filled by a salon file.
 * @throws ProvisioningError NOT_VALID, SLUG_TAKEN
 */
export async function createBusiness(admin: Sql, input: NewBusiness): Promise<BusinessSummary> {
  const file = minimalSalonFile(input)
  const { slug } = file
  return inTransaction(admin, async (tx) => {
    // checked in the transaction that writes, because applying a minimal file to an existing salon
    // would deactivate everything in it
    if ((await businessQueries.lockBusinessBySlug(tx, slug)) !== null) {
      throw new ProvisioningError(
        'SLUG_TAKEN',
        `A business with the slug ${slug} already exists. Use another slug.`,
      )
    }
    const built = await buildPlan(tx, file, null, {
      clock: systemClock,
      unfiledDays: 'keep',
      staffChanges: 'refuse',
    })
    await executePlan(tx, file, built, { action: 'businesses.create' })
    const business = await findBusiness(businessQueries.findBusinessBySlug(tx, slug), slug)
    return summarizeBusiness(tx, business)
  })
}
