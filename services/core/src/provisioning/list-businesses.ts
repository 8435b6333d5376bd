import { businessQueries, inTransaction, type Sql } from '@silla/db'
import { type BusinessSummary, summaryOf } from './business-summary.ts'

/** Every business of the platform, by slug. */
export function listBusinesses(admin: Sql): Promise<BusinessSummary[]> {
  return inTransaction(admin, async (tx) => {
    const summaries: BusinessSummary[] = []
    // one after the other: the transaction belongs to one business at a time
    for (const business of await businessQueries.allBusinesses(tx)) summaries.push(await summaryOf(tx, business))
    return summaries
  })
}
