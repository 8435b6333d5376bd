import { agendaChangeQueries, type EventType, eventQueries } from '@silla/db'
import type { TenantContext } from '../request-context.ts'
import { requestDeliveries } from './request-deliveries.ts'

const batchSize = 1000

/**
 * Assigns positions to new events, which makes them visible in a fixed order (D31), and lets the
 * endpoints of the salon (D42) and its open agendas (D70) have them. Events of a transaction that is still open get theirs in a
 * later run, which that transaction enqueues.
 *
 * @returns the types of the events that got a position
 */
export async function positionEvents({
  tenant,
}: Pick<TenantContext, 'tenant'>): Promise<EventType[]> {
  const types: EventType[] = []
  for (;;) {
    const positioned = await tenant.db.transaction(async (tx) => {
      const events = await eventQueries.positionEvents(tx, batchSize)
      if (events.length > 0) {
        await requestDeliveries(tx)
        await agendaChangeQueries.notifyEvents(tx)
      }
      return events
    })
    types.push(...positioned.map(({ type }) => type))
    if (positioned.length < batchSize) return types
  }
}
