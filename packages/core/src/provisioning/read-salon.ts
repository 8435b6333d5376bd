import { businessQueries, inTransaction, type Sql } from '@silla/db'
import { findBusiness } from '../business/business-summary.ts'
import { currentState } from './current-state.ts'
import type { Salon } from './salon.ts'

/**
 * Reads a salon as it is configured. Inactive entries are omitted.
 * @throws ProvisioningError BUSINESS_NOT_FOUND
 */
export function readSalon(admin: Sql, slug: string): Promise<Salon> {
  return inTransaction(admin, async (tx) => {
    const business = await findBusiness(businessQueries.findBusinessBySlug(tx, slug), slug)
    const tenantTx = await businessQueries.setTenant(tx, business.businessId)
    const { salon } = await currentState(tenantTx, business)
    return salon
  })
}
