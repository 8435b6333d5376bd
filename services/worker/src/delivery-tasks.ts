import { type DeliveryParts, deliverEvents, retryDeliveries } from '@silla/core'
import type { JobTasks } from '@silla/db'
import { idOf, type TenantTaskContext, tenantContextOf } from './task-context.ts'

/**
 * The tasks that deliver events to the endpoints of salons. They have slots and connections of their
 * own, because endpoints may be slow or many: emails and payments never wait for them
 * ([decision 0037](../../../docs/decisions/0037-event-deliveries.md)).
 */
export const createDeliveryTasks = (
  context: TenantTaskContext,
  parts: DeliveryParts,
): JobTasks => ({
  'deliver-events': async (payload) =>
    deliverEvents(await tenantContextOf(context, payload), parts, idOf(payload, 'endpointId')),
  'retry-deliveries': async (payload) =>
    retryDeliveries(await tenantContextOf(context, payload), parts, idOf(payload, 'endpointId')),
})
