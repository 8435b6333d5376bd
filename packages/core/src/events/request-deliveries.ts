import { eventQueries, jobQueries, type Tx } from '@silla/db'

/** Enqueues the delivery of events to each active endpoint of the salon that is behind (D42). */
export async function requestDeliveries(tx: Tx): Promise<void> {
  for (const { id } of await eventQueries.listEndpointsBehind(tx)) await enqueueDelivery(tx, id)
}

/** Enqueues the delivery of what an endpoint has not had; a waiting job is not duplicated. */
const enqueueDelivery = (tx: Tx, endpointId: number) =>
  jobQueries.enqueue(tx, {
    task: 'deliver-events',
    payload: { endpointId },
    key: `deliver-events:${endpointId}`,
  })
