import { jobQueries, type Sql } from '@silla/db'
import type { Tenants } from '../tenant.ts'

/** Asks for the round of every business there is, one job each; a round that still waits from last night is not asked for twice. */
export async function beginNight(worker: Sql, tenants: Tenants): Promise<void> {
  for (const { business_id } of await jobQueries.businessIds(worker)) {
    await tenants
      .tenant(business_id, '')
      .door.act((tx) => jobQueries.enqueue(tx, { task: 'nightly-round', payload: {}, key: 'nightly-round' }))
  }
}
