import { type Sql, webhookQueries } from '@silla/db'
import { type Processor, ProcessorError, timeBudget } from '../../ports/processor.ts'

/**
 * Ends an endpoint at the processor, then forgets its secret; one that is gone there is only
 * forgotten.
 */
export async function deleteEndpoint(
  admin: Sql,
  processor: Processor,
  endpointRef: string,
): Promise<void> {
  try {
    await processor.deleteWebhookEndpoint({ endpointRef, budget: timeBudget() })
  } catch (error) {
    if (!(error instanceof ProcessorError) || error.kind !== 'unknown') throw error
  }
  await webhookQueries.deleteWebhookEndpoint(admin, endpointRef)
}
