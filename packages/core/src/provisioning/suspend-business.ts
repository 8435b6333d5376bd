import { apiKeyQueries, auditQueries, businessQueries, inTransaction, type Sql } from '@silla/db'
import { type Clock, systemClock } from '../clock.ts'
import { type BusinessSummary, findBusiness, summarizeBusiness } from './business-summary.ts'

/**
 * From now on every request with one of its keys is refused (BUSINESS_SUSPENDED, D8); again is no
 * change.
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
 * Lets a suspended business work again; again is no change.
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
      await auditQueries.insertAuditEntry(
        await businessQueries.setTenant(tx, business.businessId),
        {
          action: status === 'suspended' ? 'businesses.suspend' : 'businesses.resume',
          detail: {},
          at: clock.now(),
        },
      )
    }
    return summarizeBusiness(tx, { ...business, status })
  })
}
