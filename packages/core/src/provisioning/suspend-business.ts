import { apiKeyQueries, auditQueries, businessQueries, inTransaction, type Sql } from '@silla/db'
import {
  type BusinessSummary,
  findBusiness,
  summarizeBusiness,
} from '../business/business-summary.ts'
import { type Clock, systemClock } from '../clock.ts'

/**
 * Suspends a business: requests with its API keys are refused (BUSINESS_SUSPENDED, D8). Suspending
 * a suspended business changes nothing.
 * @throws ProvisioningError BUSINESS_NOT_FOUND
 */
export function suspendBusiness(
  admin: Sql,
  slug: string,
  clock: Clock = systemClock,
): Promise<BusinessSummary> {
  return setStatus(admin, slug, 'suspended', clock)
}

/**
 * Resumes a suspended business. Resuming an active business changes nothing.
 * @throws ProvisioningError BUSINESS_NOT_FOUND
 */
export function resumeBusiness(
  admin: Sql,
  slug: string,
  clock: Clock = systemClock,
): Promise<BusinessSummary> {
  return setStatus(admin, slug, 'active', clock)
}

function setStatus(
  admin: Sql,
  slug: string,
  status: 'active' | 'suspended',
  clock: Clock,
): Promise<BusinessSummary> {
  return inTransaction(admin, async (tx) => {
    const business = await findBusiness(businessQueries.lockBusinessBySlug(tx, slug), slug)
    if (business.status !== status) {
      await businessQueries.updateBusinessStatus(tx, business.businessId, status)
      await apiKeyQueries.notifyKeysChanged(tx, business.businessId)
      const tenantTx = await businessQueries.setTenant(tx, business.businessId)
      await auditQueries.insertAuditEntry(tenantTx, {
        action: status === 'suspended' ? 'businesses.suspend' : 'businesses.resume',
        detail: {},
        at: clock.now(),
      })
    }
    return summarizeBusiness(tx, { ...business, status })
  })
}
