import {
  type DeliveryParts,
  deliverEvents,
  type EventType,
  positionEvents,
  retryDeliveries,
} from '@silla/core'
import type { JobTasks } from '@silla/db'
import { idOf, type TenantTaskContext, tenantContextOf } from './task-context.ts'

/**
 * The tasks that publish events and deliver them to the endpoints of salons. They have slots and
 * connections of their own: emails and payments never wait for endpoints, which may be slow or many,
 * and events not for a slow mail server
 * ([decision 0037](../../../docs/decisions/0037-event-deliveries.md)).
 *
 * @param parts.onEvents called with the types of events that have become visible
 */
export const createEventTasks = (
  context: TenantTaskContext,
  parts: DeliveryParts & { onEvents?(types: readonly EventType[]): void },
): JobTasks => ({
  'position-events': async (payload) => {
    const types = await positionEvents(await tenantContextOf(context, payload))
    parts.onEvents?.(types)
  },
  'deliver-events': async (payload) =>
    deliverEvents(await tenantContextOf(context, payload), parts, idOf(payload, 'endpointId')),
  'retry-deliveries': async (payload) =>
    retryDeliveries(await tenantContextOf(context, payload), parts, idOf(payload, 'endpointId')),
})
