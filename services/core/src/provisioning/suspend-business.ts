import { apiKeyQueries, businessQueries, inTransaction, type Sql } from '@silla/db'
import { type BusinessSummary, knownBusiness, summaryOf } from './business-summary.ts'

/**
 * From now on every request with one of its keys is refused (BUSINESS_SUSPENDED, D8); again is no change.
 * @throws ProvisioningProblem BUSINESS_NOT_FOUND
 */
export function suspendBusiness(admin: Sql, slug: string): Promise<BusinessSummary> {
  return setStatus(admin, slug, 'suspended')
}

/**
 * Lets a suspended business work again; again is no change.
 * @throws ProvisioningProblem BUSINESS_NOT_FOUND
 */
export function resumeBusiness(admin: Sql, slug: string): Promise<BusinessSummary> {
  return setStatus(admin, slug, 'active')
}

function setStatus(admin: Sql, slug: string, status: 'active' | 'suspended'): Promise<BusinessSummary> {
  return inTransaction(admin, async (tx) => {
    const business = await knownBusiness(businessQueries.lockBusinessBySlug(tx, slug), slug)
    if (business.status !== status) {
      await businessQueries.setBusinessStatus(tx, business.businessId, status)
      await apiKeyQueries.announceKeys(tx, business.businessId)
    }
    return summaryOf(tx, { ...business, status })
  })
}
