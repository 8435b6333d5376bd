import { jobQueries, type Sql } from '@silla/db'
import type { Clock } from '../clock.ts'
import { deleteRetiredWebhooks } from '../payments/webhooks/delete-retired-webhooks.ts'
import type { Processors } from '../ports/processor.ts'
import type { Tenants } from '../tenant.ts'

/**
 * Asks for the round of every business there is, one job each; a round that still waits from last
 * night is not asked for twice. Then the platform's own: webhook endpoints whose time is up.
 *
 * @throws ProcessorError when those cannot be ended yet
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
  await deleteRetiredWebhooks(context, processors, clock)
}
