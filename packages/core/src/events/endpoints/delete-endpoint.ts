import { eventEndpointQueries, jobQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { allow } from '../../access/allow.ts'
import type { RequestContext } from '../../request-context.ts'

export interface DeletedEndpoint {
  id: number
  deletedAt: Date
}

/**
 * Deletes an endpoint with the log of its deliveries; nothing more is sent to it (D42). An attempt
 * that is being made may still arrive.
 *
 * @throws INSUFFICIENT_SCOPE for everybody but the salon; ENDPOINT_NOT_FOUND, also when it was
 *   deleted before
 */
export async function deleteEndpoint(
  context: RequestContext,
  id: number,
): Promise<DeletedEndpoint> {
  allow(context, 'integrations')
  await context.tenant.db.transaction(async (tx) => {
    const [endpoint] = await eventEndpointQueries.lockEndpoint(tx, id)
    if (!endpoint) fail('ENDPOINT_NOT_FOUND')
    await Promise.all([
      ...eventEndpointQueries.deleteEndpoint(tx, id),
      jobQueries.dequeue(tx, [`deliver-events:${id}`, `retry-deliveries:${id}`]),
    ])
  })
  return { id, deletedAt: context.realClock.now() }
}
