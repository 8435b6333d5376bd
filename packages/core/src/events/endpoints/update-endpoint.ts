import { eventDeliveryQueries, eventEndpointQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { allow } from '../../access/allow.ts'
import type { EndpointChange, EventEndpoint } from '../../model/event-endpoint.ts'
import type { RequestContext } from '../../request-context.ts'
import { checkedUrl, type EndpointParts } from './endpoint-parts.ts'

/**
 * Changes an endpoint, or switches it on or off (D42). Switched off, its pending deliveries end.
 * Switched on again it gets new events; those of the meantime are in the feed.
 *
 * @throws INSUFFICIENT_SCOPE for everybody but the salon; INVALID_URL; ENDPOINT_NOT_FOUND
 */
export async function updateEndpoint(
  context: RequestContext,
  parts: EndpointParts,
  { id, change }: { id: number; change: EndpointChange },
): Promise<EventEndpoint> {
  allow(context, 'integrations')
  const newUrl = change.url === undefined ? undefined : await checkedUrl(change.url, parts)
  return context.tenant.db.transaction(async (tx) => {
    const lastPosition = change.isActive ? await eventEndpointQueries.lockLastPosition(tx) : null
    const [before] = await eventEndpointQueries.lockEndpoint(tx, id)
    if (!before) fail('ENDPOINT_NOT_FOUND')
    const { types, description, isActive } = { ...before, ...change }
    const url = newUrl ?? before.url
    const isSwitchedOn = isActive && !before.isActive
    const [endpoint] = await eventEndpointQueries.updateEndpoint(tx, {
      ...{ id, url, types, description, isActive },
      failingSince: isSwitchedOn || url !== before.url ? null : before.failingSince,
      disabledAt: isSwitchedOn ? null : before.disabledAt,
      position: isSwitchedOn ? (lastPosition ?? before.position) : before.position,
      updatedAt: context.realClock.now(),
    })
    if (!isActive) await eventDeliveryQueries.failPendingDeliveries(tx, id)
    return endpoint ?? fail('ENDPOINT_NOT_FOUND')
  })
}
