import { businessQueries, inTransaction, type Sql } from '@silla/db'
import { knownBusiness } from './business-summary.ts'
import { salonOnRecord } from './current-state.ts'
import type { Salon } from './salon.ts'

/**
 * A salon as it is set up; what is inactive is left out.
 * @throws ProvisioningProblem BUSINESS_NOT_FOUND
 */
export function readSalon(admin: Sql, slug: string): Promise<Salon> {
  return inTransaction(admin, async (tx) => {
    const business = await knownBusiness(businessQueries.findBusinessBySlug(tx, slug), slug)
    const { salon } = await salonOnRecord(await businessQueries.setTenant(tx, business.businessId), business)
    return salon
  })
}
