import { businessQueries, inTransaction, type Sql } from '@silla/db'
import { type Clock, systemClock } from '../clock.ts'
import { type BusinessSummary, findBusiness, summarizeBusiness } from './business-summary.ts'

/** With how much there is of everything; what is inactive is not counted. */
export interface BusinessDetail extends BusinessSummary {
  catalogVersion: number
  categories: number
  services: number
  professionals: number
  comingBookings: number
}

/** @throws ProvisioningError BUSINESS_NOT_FOUND */
export function showBusiness(
  admin: Sql,
  slug: string,
  options: { clock?: Clock } = {},
): Promise<BusinessDetail> {
  const now = (options.clock ?? systemClock).now()
  return inTransaction(admin, async (tx) => {
    const business = await findBusiness(businessQueries.findBusinessBySlug(tx, slug), slug)
    const summary = await summarizeBusiness(tx, business)
    const [counts] = await businessQueries.countBusinessRows(
      await businessQueries.setTenant(tx, business.businessId),
      now,
    )
    if (counts === undefined) throw new Error(`nothing was counted for ${slug}`)
    return { ...summary, ...counts }
  })
}
