import { eventQueries, jobQueries, type Tx } from '@silla/db'

/** Enqueues the delivery of events to each active endpoint of the salon that is behind (D42). */
export async function requestDeliveries(tx: Tx): Promise<void> {
  const behind = await eventQueries.listEndpointsBehind(tx)
  await Promise.all(behind.map((endpoint) => enqueueDelivery(tx, endpoint)))
}

/** Enqueues the delivery of what an endpoint has not had; a waiting job is not duplicated. */
export const enqueueDelivery = (
  tx: Tx,
  { id, isSlow }: eventQueries.EndpointBehind,
): Promise<unknown> =>
  jobQueries.enqueue(tx, {
    task: 'deliver-events',
    payload: { endpointId: id, isSlow },
    key: `deliver-events:${id}`,
  })
