import {
  jobQueries,
  mailCountQueries,
  partitionQueries,
  type Sql,
  staffSignInQueries,
  webhookQueries,
} from '@silla/db'
import type { Clock } from '../clock.ts'
import { deleteRetiredWebhooks } from '../payments/webhooks/delete-retired-webhooks.ts'
import type { Processors } from '../ports/processor.ts'
import type { Tenants } from '../tenant.ts'

/**
 * Enqueues the nightly maintenance and the consistency check of every business, one job each; a job
 * that still waits from last night is not duplicated. The checks read many rows and are spread over
 * two hours. Then deletes the platform's old events that belong to no business, drops the months of partitioned
 * tables that are not kept any longer, and deletes its webhook endpoints whose grace period is over.
 *
 * @throws ProcessorError when those cannot be deleted yet; Error when a partitioned table is in use
 */
export async function scheduleNightly(
  context: Sql,
  { tenants, processors, clock }: { tenants: Tenants; processors: Processors; clock: Clock },
): Promise<void> {
  const now = clock.now().getTime()
  const businesses = await jobQueries.listBusinessIds(context)
  for (const [index, { businessId }] of businesses.entries()) {
    const checkAt = new Date(now + (index / businesses.length) * twoHours)
    await tenants.tenant(businessId, '').db.transaction(async (tx) => {
      await jobQueries.enqueue(tx, { task: 'nightly-round', payload: {}, key: 'nightly-round' })
      await jobQueries.enqueue(tx, {
        task: 'check-consistency',
        payload: {},
        key: 'check-consistency',
        runAt: checkAt,
      })
    })
  }
  const lastMonth = new Date(now - 30 * 24 * 3_600_000)
  await webhookQueries.deleteUnassignedEvents(context, lastMonth)
  const yesterday = new Date(now - 24 * 3_600_000)
  await mailCountQueries.deleteMailCounts(context, yesterday)
  await staffSignInQueries.deleteStaffCodes(context, yesterday)
  await partitionQueries.maintainPartitions(context)
  await deleteRetiredWebhooks(context, processors, clock)
}

const twoHours = 2 * 3_600_000
