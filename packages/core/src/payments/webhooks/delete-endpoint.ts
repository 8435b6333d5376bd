import { type Sql, webhookQueries } from '@silla/db'
import {
  type Processor,
  ProcessorError,
  timeBudget,
  type WebhookPayload,
} from '../../ports/processor.ts'

/**
 * Deletes an endpoint at the processor, then its secret. If the processor does not have it any
 * more, only the secret is deleted.
 */
export async function deleteEndpoint(
  admin: Sql,
  processor: Processor,
  { endpointRef, payload }: { endpointRef: string; payload: WebhookPayload },
): Promise<void> {
  try {
    await processor.deleteWebhookEndpoint({ endpointRef, payload, budget: timeBudget() })
  } catch (error) {
    if (!(error instanceof ProcessorError) || error.kind !== 'unknown') throw error
  }
  await webhookQueries.deleteWebhookEndpoint(admin, endpointRef)
}
