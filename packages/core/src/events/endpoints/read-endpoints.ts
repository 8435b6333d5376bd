import { eventEndpointQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { allow } from '../../access/allow.ts'
import type { EventEndpoint } from '../../model/event-endpoint.ts'
import type { RequestContext } from '../../request-context.ts'

/**
 * All endpoints, oldest first; there are at most ten (D42).
 *
 * @throws INSUFFICIENT_SCOPE for everybody but the salon
 */
export async function listEndpoints(context: RequestContext): Promise<EventEndpoint[]> {
  allow(context, 'integrations')
  const [endpoints] = await context.tenant.db.batch((tx) => [
    eventEndpointQueries.listEndpoints(tx),
  ])
  return endpoints
}

/** @throws INSUFFICIENT_SCOPE for everybody but the salon; ENDPOINT_NOT_FOUND */
export async function findEndpoint(context: RequestContext, id: number): Promise<EventEndpoint> {
  allow(context, 'integrations')
  const [[endpoint]] = await context.tenant.db.batch((tx) => [
    eventEndpointQueries.findEndpoint(tx, id),
  ])
  return endpoint ?? fail('ENDPOINT_NOT_FOUND')
}
