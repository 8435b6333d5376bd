import { businessQueries, inTransaction, type Sql } from '@silla/db'
import { knownBusiness } from './business-summary.ts'
import { salonText } from './salon-file/salon-text.ts'
import { writtenSalon } from './salon-file/written-salon.ts'
import { salonOnRecord } from './salon-on-record.ts'

/**
 * A salon as the text of a file that says what it is: applied to it, nothing changes; applied elsewhere under another name, it makes
 * the same salon again. What is inactive is left out, as are keys.
 * @throws ProvisioningProblem BUSINESS_NOT_FOUND
 */
export function exportSalon(admin: Sql, slug: string): Promise<string> {
  return inTransaction(admin, async (tx) => {
    const business = await knownBusiness(businessQueries.businessBySlug(tx, slug), slug)
    const { salon } = await salonOnRecord(await businessQueries.asBusiness(tx, business.businessId), business)
    return salonText(writtenSalon(salon))
  })
}
