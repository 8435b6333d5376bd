import { eventEndpointQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { allow } from '../../access/allow.ts'
import type { DeliveryState, EventDelivery } from '../../model/event-endpoint.ts'
import type { RequestContext } from '../../request-context.ts'

export interface DeliveryListFilter {
  endpointId: number
  /** null: any */
  state: DeliveryState | null
  offset: number
  limit: number
}

/**
 * One page of the log of an endpoint, latest first, and the number of deliveries on all pages
 * (D42). One round trip.
 *
 * @throws INSUFFICIENT_SCOPE for everybody but the salon; ENDPOINT_NOT_FOUND
 */
export async function listDeliveries(
  context: RequestContext,
  filter: DeliveryListFilter,
): Promise<{ deliveries: EventDelivery[]; total: number }> {
  allow(context, 'integrations')
  const [[endpoint], deliveries, [counted]] = await context.tenant.db.batch((tx) => [
    eventEndpointQueries.findEndpoint(tx, filter.endpointId),
    eventEndpointQueries.listDeliveries(tx, filter),
    eventEndpointQueries.countDeliveries(tx, filter),
  ])
  if (!endpoint) fail('ENDPOINT_NOT_FOUND')
  return { deliveries, total: counted?.count ?? 0 }
}

/** @throws as `listDeliveries` does; DELIVERY_NOT_FOUND */
export async function findDelivery(
  context: RequestContext,
  ids: { endpointId: number; deliveryId: number },
): Promise<EventDelivery> {
  allow(context, 'integrations')
  const [[endpoint], [delivery]] = await context.tenant.db.batch((tx) => [
    eventEndpointQueries.findEndpoint(tx, ids.endpointId),
    eventEndpointQueries.findDelivery(tx, ids),
  ])
  if (!endpoint) fail('ENDPOINT_NOT_FOUND')
  return delivery ?? fail('DELIVERY_NOT_FOUND')
}
