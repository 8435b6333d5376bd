import { type BusinessSummary, businessQueries, type Transaction } from '@silla/db'
import { BusinessNotFoundError } from './provisioning-error.ts'

export const modes = ['live', 'test', 'demo'] as const
export type Mode = (typeof modes)[number]

export type { BusinessSummary }

/** Sets the tenant of the transaction, because name and settings are tenant data. */
export async function summarizeBusiness(
  tx: Transaction,
  { businessId, slug, mode, status, createdAt }: businessQueries.RegisteredBusiness,
): Promise<BusinessSummary> {
  const tenantTx = await businessQueries.setTenant(tx, businessId)
  const [identity] = await businessQueries.findBusinessIdentity(tenantTx)
  if (identity === undefined)
    throw new Error(`business ${businessId} is registered and has no profile`)
  return { businessId, slug, mode, status, createdAt, ...identity }
}

/**
 * Awaits a lookup by slug and returns the business.
 * @throws ProvisioningError BUSINESS_NOT_FOUND
 */
export async function findBusiness(
  lookup: Promise<businessQueries.RegisteredBusiness | null>,
  slug: string,
): Promise<businessQueries.RegisteredBusiness> {
  const business = await lookup
  if (business === null) throw new BusinessNotFoundError(slug)
  return business
}
