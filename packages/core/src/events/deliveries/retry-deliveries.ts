import { eventDeliveryQueries, type StoredEvent } from '@silla/db'
import type { EventMessage } from '../../ports/event-sender.ts'
import type { TenantContext } from '../../request-context.ts'
import { eventRef, testRef } from '../event-ref.ts'
import { type Attempted, attemptDelivery } from './attempt-delivery.ts'
import type { DeliveryParts } from './delivery-parts.ts'
import { enqueueRetries, recordAttempts } from './record-attempts.ts'
import { startTimeBudget } from './time-budget.ts'

const batchSize = 50

/**
 * Attempts the deliveries of an endpoint whose time has come: those that have failed, those that are
 * to be sent again, and tests (D42). Then enqueues itself for the time of the next one. As in
 * `deliverEvents`, an attempt whose outcome could not be stored is made again.
 */
export async function retryDeliveries(
  context: TenantContext,
  parts: DeliveryParts,
  endpointId: number,
): Promise<void> {
  const { tenant, realClock } = context
  const filter = { endpointId, now: realClock.now(), limit: batchSize }
  const [[endpoint], due, events] = await tenant.db.batch((tx) => [
    eventDeliveryQueries.findDeliveryEndpoint(tx, endpointId),
    eventDeliveryQueries.listDueDeliveries(tx, filter),
    eventDeliveryQueries.listDueEvents(tx, filter),
  ])
  if (!endpoint) return
  const eventsById = new Map(events.map((event) => [event.id, event]))
  const budget = startTimeBudget()
  const attempted: (Attempted & { id: number })[] = []
  for (const delivery of due) {
    if (parts.stopping.aborted || (attempted.length > 0 && budget.isOver())) break
    const event = eventsById.get(delivery.eventId ?? 0) ?? null
    const message = messageOf(tenant.businessId, delivery, event)
    try {
      const made = await attemptDelivery(context, parts, endpoint, message, delivery.attempts)
      attempted.push({ ...made, id: delivery.id })
    } catch (error) {
      if (!parts.stopping.aborted) throw error
    }
  }
  await record(context, endpointId, attempted)
}

function messageOf(
  businessId: string,
  delivery: eventDeliveryQueries.DueDelivery,
  event: StoredEvent | null,
): EventMessage {
  return event === null
    ? { ref: testRef(businessId, delivery.id), event, occurredAt: delivery.createdAt }
    : { ref: eventRef(businessId, event.id), event, occurredAt: event.occurredAt }
}

async function record(
  { tenant, realClock }: TenantContext,
  endpointId: number,
  attempted: readonly (Attempted & { id: number })[],
): Promise<void> {
  const catalog = await tenant.catalog()
  const now = realClock.now()
  await tenant.db.transaction(async (tx) => {
    const [endpoint] = await eventDeliveryQueries.lockDeliveryEndpoint(tx, endpointId)
    if (!endpoint) return
    const { id, position } = endpoint
    if (attempted.length > 0) await eventDeliveryQueries.updateDeliveries(tx, attempted)
    const state = await recordAttempts(tx, endpoint, { position, attempted, catalog, now })
    await enqueueRetries(tx, { id, isSlow: state.isSlow })
  })
}
