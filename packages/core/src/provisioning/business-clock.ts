import { businessQueries, inTransaction, type Sql, type Transaction } from '@silla/db'
import { findBusiness } from '../business/business-summary.ts'
import { type Clock, systemClock, tenantTime } from '../clock.ts'

/** What the clock of a business shows. */
export interface BusinessClock {
  slug: string
  timezone: string
  /** By the clock of the business. */
  now: Date
  /** How far it is ahead of real time; 0: it shows real time. */
  aheadMilliseconds: number
}

/** @throws ProvisioningError BUSINESS_NOT_FOUND */
export function showClock(
  admin: Sql,
  slug: string,
  clock: Clock = systemClock,
): Promise<BusinessClock> {
  return inTransaction(admin, async (tx) =>
    businessClock(
      tx,
      await findBusiness(businessQueries.findBusinessBySlug(tx, slug), slug),
      clock.now(),
    ),
  )
}

export async function businessClock(
  tx: Transaction,
  { businessId, slug, clockOffsetMilliseconds }: businessQueries.RegisteredBusiness,
  realTime: Date,
): Promise<BusinessClock> {
  const [identity] = await businessQueries.findBusinessIdentity(
    await businessQueries.setTenant(tx, businessId),
  )
  if (identity === undefined)
    throw new Error(`business ${businessId} is registered and has no profile`)
  return {
    slug,
    timezone: identity.timezone,
    now: tenantTime(realTime, clockOffsetMilliseconds),
    aheadMilliseconds: clockOffsetMilliseconds,
  }
}
