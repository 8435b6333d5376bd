import { eventDeliveryQueries, eventQueries, type StoredEvent } from '@silla/db'
import type { TenantContext } from '../../request-context.ts'
import { eventRef } from '../event-ref.ts'
import { enqueueDelivery } from '../request-deliveries.ts'
import { type Attempted, attemptDelivery } from './attempt-delivery.ts'
import type { DeliveryParts } from './delivery-parts.ts'
import { enqueueRetries, recordAttempts } from './record-attempts.ts'
import { startTimeBudget, type TimeBudget } from './time-budget.ts'

const batchSize = 50

/**
 * Makes the first attempt to deliver each event that an endpoint has not had, in the order of their
 * positions (D42). A failed one is attempted again by `retryDeliveries`; the following events do not
 * wait for it. What is left when the time is over is enqueued again.
 *
 * No connection to the database is held during an attempt. An attempt whose outcome could not be
 * stored is made again, with the same id.
 */
export async function deliverEvents(
  context: TenantContext,
  parts: DeliveryParts,
  endpointId: number,
): Promise<void> {
  const budget = startTimeBudget()
  for (;;) {
    const batch = await readBatch(context, endpointId)
    if (batch === null) return
    const attempted = await attemptInOrder(context, parts, batch, budget)
    const isComplete = attempted.length === batch.events.length
    const isLast = batch.events.length < batchSize
    const position = isComplete && isLast ? batch.lastPosition : attempted.at(-1)?.event.position
    const isOver = budget.isOver() || parts.stopping.aborted
    const isLeft = !(isComplete && isLast)
    const isActive = await record(context, batch.endpoint, {
      position: position ?? batch.endpoint.position,
      attempted,
      enqueueRest: isLeft && isOver,
    })
    if (!isActive || !isLeft || isOver) return
  }
}

interface Batch {
  endpoint: eventDeliveryQueries.DeliveryEndpoint
  events: StoredEvent[]
  lastPosition: number
}

/** Null: the endpoint was deleted, is switched off, or has had all events. */
async function readBatch({ tenant }: TenantContext, endpointId: number): Promise<Batch | null> {
  const [[endpoint], [last], events] = await tenant.db.batch((tx) => [
    eventDeliveryQueries.findDeliveryEndpoint(tx, endpointId),
    eventQueries.findLastPosition(tx),
    eventDeliveryQueries.listUndelivered(tx, { endpointId, limit: batchSize }),
  ])
  const lastPosition = last?.position ?? 0
  return endpoint?.isActive && endpoint.position < lastPosition
    ? { endpoint, events, lastPosition }
    : null
}

type FirstAttempt = Attempted & { event: StoredEvent }

/** Ends early when the time is over, or the process stops. */
async function attemptInOrder(
  context: TenantContext,
  parts: DeliveryParts,
  { endpoint, events }: Batch,
  budget: TimeBudget,
): Promise<FirstAttempt[]> {
  const attempted: FirstAttempt[] = []
  for (const event of events) {
    if (parts.stopping.aborted || (attempted.length > 0 && budget.isOver())) break
    const message = {
      ref: eventRef(context.tenant.businessId, event.id),
      event,
      occurredAt: event.occurredAt,
    }
    try {
      attempted.push({
        ...(await attemptDelivery(context, parts, endpoint, message, 0)),
        event,
      })
    } catch (error) {
      if (!parts.stopping.aborted) throw error
    }
  }
  return attempted
}

/** @returns false when the endpoint is gone, switched off, or another job has continued */
async function record(
  { tenant, realClock }: TenantContext,
  before: eventDeliveryQueries.DeliveryEndpoint,
  input: { position: number; attempted: readonly FirstAttempt[]; enqueueRest: boolean },
): Promise<boolean> {
  const { position, attempted, enqueueRest } = input
  const catalog = await tenant.catalog()
  const now = realClock.now()
  return tenant.db.transaction(async (tx) => {
    const [endpoint] = await eventDeliveryQueries.lockDeliveryEndpoint(tx, before.id)
    if (!endpoint?.isActive || endpoint.position !== before.position) return false
    const { id } = endpoint
    const deliveries = attempted.map(({ event, ...made }) => ({
      ...made,
      eventId: event.id,
      type: event.type,
    }))
    // the rows first: switching the endpoint off ends them as well
    const [, state] = await Promise.all([
      eventDeliveryQueries.insertDeliveries(tx, id, deliveries),
      recordAttempts(tx, endpoint, { position, attempted, catalog, now }),
    ])
    if (!state.isActive) return false
    if (attempted.some(({ nextAttemptAt }) => nextAttemptAt !== null))
      await enqueueRetries(tx, { id, isSlow: state.isSlow })
    if (enqueueRest) await enqueueDelivery(tx, { id, isSlow: state.isSlow })
    return true
  })
}
