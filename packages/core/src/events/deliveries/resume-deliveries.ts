import { eventDeliveryQueries, type Tx } from '@silla/db'
import { requestDeliveries } from '../request-deliveries.ts'
import { enqueueRetries } from './record-attempts.ts'

/** Enqueues deliveries that wait although they are overdue: their jobs were lost (D42). */
export async function resumeDeliveries(tx: Tx, late: Date): Promise<void> {
  await requestDeliveries(tx)
  for (const { id } of await eventDeliveryQueries.listOverdueEndpoints(tx, late)) {
    const [endpoint] = await eventDeliveryQueries.lockDeliveryEndpoint(tx, id)
    if (endpoint) await enqueueRetries(tx, endpoint)
  }
}
