import { jobQueries, type Sql, webhookQueries } from '@silla/db'
import type { Clock } from '../clock.ts'
import { deleteRetiredWebhooks } from '../payments/webhooks/delete-retired-webhooks.ts'
import type { Processors } from '../ports/processor.ts'
import type { Tenants } from '../tenant.ts'

/**
 * Enqueues the nightly maintenance of every business, one job each; a job that still waits from
 * last night is not duplicated. Then deletes the platform's old events that belong to no business,
 * and its webhook endpoints whose grace period is over.
 *
 * @throws ProcessorError when those cannot be deleted yet
 */
export async function scheduleNightly(
  context: Sql,
  { tenants, processors, clock }: { tenants: Tenants; processors: Processors; clock: Clock },
): Promise<void> {
  for (const { businessId } of await jobQueries.listBusinessIds(context)) {
    await tenants
      .tenant(businessId, '')
      .db.transaction((tx) =>
        jobQueries.enqueue(tx, { task: 'nightly-round', payload: {}, key: 'nightly-round' }),
      )
  }
  const lastMonth = new Date(clock.now().getTime() - 30 * 24 * 3_600_000)
  await webhookQueries.deleteUnassignedEvents(context, lastMonth)
  await deleteRetiredWebhooks(context, processors, clock)
}
