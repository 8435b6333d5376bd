import { eventDeliveryQueries, eventEndpointQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import { allow } from '../../access/allow.ts'
import type { EventDelivery } from '../../model/event-endpoint.ts'
import type { RequestContext } from '../../request-context.ts'
import { enqueueRetries } from '../deliveries/record-attempts.ts'

/** The type of a delivery that tries an endpoint; no event has it (D42). */
export const testEventType = 'webhook.prueba'

/**
 * Sends an endpoint a message to try it. The delivery is pending; the worker attempts it at once,
 * and only once.
 *
 * @throws INSUFFICIENT_SCOPE for everybody but the salon; ENDPOINT_NOT_FOUND; ENDPOINT_DISABLED
 */
export function testEndpoint(context: RequestContext, endpointId: number): Promise<EventDelivery> {
  const now = context.realClock.now()
  return deliverNow(context, endpointId, async (tx) => {
    const test = { endpointId, type: testEventType, now }
    const [delivery] = await eventEndpointQueries.insertTestDelivery(tx, test)
    return delivery
  })
}

/**
 * Sends a delivery again, also one that was delivered (D42).
 *
 * @throws INSUFFICIENT_SCOPE for everybody but the salon; ENDPOINT_NOT_FOUND; ENDPOINT_DISABLED;
 *   DELIVERY_NOT_FOUND
 */
export function redeliver(
  context: RequestContext,
  { endpointId, deliveryId }: { endpointId: number; deliveryId: number },
): Promise<EventDelivery> {
  const now = context.realClock.now()
  return deliverNow(context, endpointId, async (tx) => {
    const resumed = { endpointId, deliveryId, now }
    const [delivery] = await eventEndpointQueries.resumeDelivery(tx, resumed)
    return delivery
  })
}

/** @param work returns a pending delivery that is due; undefined: there is none */
async function deliverNow(
  context: RequestContext,
  endpointId: number,
  work: (tx: Tx) => Promise<EventDelivery | undefined>,
): Promise<EventDelivery> {
  allow(context, 'integrations')
  return context.tenant.db.transaction(async (tx) => {
    const [endpoint] = await eventDeliveryQueries.lockDeliveryEndpoint(tx, endpointId)
    if (!endpoint) fail('ENDPOINT_NOT_FOUND')
    if (!endpoint.isActive) fail('ENDPOINT_DISABLED')
    const delivery = (await work(tx)) ?? fail('DELIVERY_NOT_FOUND')
    await enqueueRetries(tx, endpoint)
    return delivery
  })
}
