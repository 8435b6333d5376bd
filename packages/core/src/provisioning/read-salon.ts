import { businessQueries, inTransaction, type Sql } from '@silla/db'
import { findBusiness } from './business-summary.ts'
import { currentState } from './current-state.ts'
import type { Salon } from './salon.ts'

/**
 * A salon as it is set up; what is inactive is left out.
 * @throws ProvisioningError BUSINESS_NOT_FOUND
 */
export function readSalon(admin: Sql, slug: string): Promise<Salon> {
  return inTransaction(admin, async (tx) => {
    const business = await findBusiness(businessQueries.findBusinessBySlug(tx, slug), slug)
    const { salon } = await currentState(
      await businessQueries.setTenant(tx, business.businessId),
      business,
    )
    return salon
  })
}
