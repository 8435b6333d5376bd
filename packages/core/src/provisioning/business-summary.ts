import { businessQueries, type Transaction } from '@silla/db'
import type { Currency } from '@silla/money'
import type { Language } from '../catalog/catalog.ts'
import { BusinessNotFoundError } from './provisioning-error.ts'
import type { Mode } from './salon.ts'

/** A business as a list tells it. */
export interface BusinessSummary {
  businessId: string
  slug: string
  name: string
  mode: Mode
  status: 'active' | 'suspended'
  timezone: string
  currency: Currency
  language: Language
  country: string
  createdAt: Date
}

/** Reads it as that business: its name and settings are its own. */
export async function summarizeBusiness(
  tx: Transaction,
  { businessId, slug, mode, status, createdAt }: businessQueries.RegisteredBusiness,
): Promise<BusinessSummary> {
  const own = await businessQueries.setTenant(tx, businessId)
  const [identity] = await businessQueries.findBusinessIdentity(own)
  if (identity === undefined)
    throw new Error(`business ${businessId} is registered and has no profile`)
  return { businessId, slug, mode, status, createdAt, ...identity }
}

/** The registered business of that slug. @throws ProvisioningError BUSINESS_NOT_FOUND */
export async function findBusiness(
  found: Promise<businessQueries.RegisteredBusiness | null>,
  slug: string,
): Promise<businessQueries.RegisteredBusiness> {
  const business = await found
  if (business === null) throw new BusinessNotFoundError(slug)
  return business
}
