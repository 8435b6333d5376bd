import { businessQueries, inTransaction, type Sql } from '@silla/db'
import {
  type BusinessSummary,
  findBusiness,
  summarizeBusiness,
} from '../business/business-summary.ts'
import { type Clock, systemClock, tenantTime } from '../clock.ts'

/** A business with counts of its active catalogue entries. */
export interface BusinessDetail extends BusinessSummary {
  catalogVersion: number
  categories: number
  services: number
  professionals: number
  comingBookings: number
  /** Whether it has a booking page. */
  onlinePage: boolean
}

/** @throws ProvisioningError BUSINESS_NOT_FOUND */
export function showBusiness(
  admin: Sql,
  slug: string,
  options: { clock?: Clock } = {},
): Promise<BusinessDetail> {
  return inTransaction(admin, async (tx) => {
    const business = await findBusiness(businessQueries.findBusinessBySlug(tx, slug), slug)
    const summary = await summarizeBusiness(tx, business)
    const tenantTx = await businessQueries.setTenant(tx, business.businessId)
    const clock = options.clock ?? systemClock
    const now = tenantTime(clock.now(), business.clockOffsetMilliseconds)
    const [counts] = await businessQueries.countBusinessRows(tenantTx, now)
    if (counts === undefined) throw new Error(`the counts of business ${slug} are missing`)
    return { ...summary, ...counts }
  })
}
