import { type Sql, webhookQueries } from '@silla/db'
import { type Clock, systemClock } from '../../clock.ts'
import type { Processors } from '../../ports/processor.ts'
import { deleteEndpoint } from './delete-endpoint.ts'

/**
 * Deletes the endpoints whose grace period is over, at the processor and in the database. Runs as
 * silla_admin or silla_worker.
 *
 * @returns the deleted endpoints
 * @throws ProcessorError
 */
export async function deleteRetiredWebhooks(
  sql: Sql,
  processors: Processors,
  clock: Clock = systemClock,
): Promise<string[]> {
  const deleted: string[] = []
  for (const { livemode, ...endpoint } of await webhookQueries.listRetiredWebhookEndpoints(
    sql,
    clock.now(),
  )) {
    const processor = processors(livemode ? 'live' : 'test')
    if (processor === null) continue
    await deleteEndpoint(sql, processor, endpoint)
    deleted.push(endpoint.endpointRef)
  }
  return deleted
}
