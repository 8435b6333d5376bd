import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { DeliveryState, EventDelivery } from '../types/event-delivery.ts'
import type { EndpointRow, EventEndpoint } from '../types/event-endpoint.ts'
import type { Page } from '../types/values.ts'

/**
 * The last position that an event of the salon was given, 0 before the first. Until the transaction
 * ends no other is given, and no other transaction holds this lock: an endpoint that becomes active
 * here misses no later event, and endpoints are counted and inserted one after the other.
 */
export async function lockLastPosition(tx: Tx): Promise<number> {
  const [, [given]] = await Promise.all([
    tx`
      insert into event_positions (business_id, last_position) values (${tx.businessId}, 0)
      on conflict on constraint event_positions_pk do nothing`,
    tx<{ lastPosition: number }[]>`
      select last_position from event_positions where business_id = ${tx.businessId}
      for no key update`,
  ])
  return given?.lastPosition ?? 0
}

/** In the order in which they were created. */
export const listEndpoints = (tx: Tx): Query<EventEndpoint> => tx`
  select ${endpointColumns(tx)} from event_endpoints endpoint
  where endpoint.business_id = ${tx.businessId}
  order by endpoint.created_at, endpoint.id`

export const findEndpoint = (tx: Tx, id: number): Query<EventEndpoint> => tx`
  select ${endpointColumns(tx)} from event_endpoints endpoint
  where endpoint.business_id = ${tx.businessId} and endpoint.id = ${id}`

/** Locks the row until the transaction ends, then reads it. */
export async function lockEndpoint(tx: Tx, id: number): Promise<EndpointRow[]> {
  const [, rows] = await Promise.all([
    tx`
      select from event_endpoints where business_id = ${tx.businessId} and id = ${id} for update`,
    findEndpointRow(tx, id),
  ])
  return rows
}

/** With its sealed secrets and its position. */
const findEndpointRow = (tx: Tx, id: number): Query<EndpointRow> => tx`
  select ${endpointColumns(tx)}, endpoint.sealed_secret, endpoint.sealed_previous_secret,
    endpoint.previous_secret_ends_at, endpoint.position
  from event_endpoints endpoint
  where endpoint.business_id = ${tx.businessId} and endpoint.id = ${id}`

/** The encrypted secrets of all endpoints, which stay locked until the transaction ends. */
export const lockSealedSecrets = (tx: Tx): Query<SealedSecrets> => tx`
  select endpoint.id, endpoint.sealed_secret, endpoint.sealed_previous_secret
  from event_endpoints endpoint
  where endpoint.business_id = ${tx.businessId}
  order by endpoint.id
  for no key update`

export type SealedSecrets = Pick<EndpointRow, 'id' | 'sealedSecret' | 'sealedPreviousSecret'>

/** The same secrets, encrypted with another key. */
export const updateSealedSecrets = (tx: Tx, sealed: SealedSecrets): Query<object> => tx`
  update event_endpoints
  set sealed_secret = ${sealed.sealedSecret},
    sealed_previous_secret = ${sealed.sealedPreviousSecret}
  where business_id = ${tx.businessId} and id = ${sealed.id}`

export const countEndpoints = (tx: Tx): Query<{ count: number }> => tx`
  select count(*)::int as count from event_endpoints where business_id = ${tx.businessId}`

export const insertEndpoint = (tx: Tx, endpoint: NewEndpoint): Query<object> => tx`
  insert into event_endpoints (
    business_id, id, url, types, description, is_active, sealed_secret, position, created_at,
    updated_at)
  values (
    ${tx.businessId}, ${endpoint.id}, ${endpoint.url}, ${endpoint.types}::text[],
    ${endpoint.description}, true, ${endpoint.sealedSecret}, ${endpoint.position},
    ${endpoint.createdAt}, ${endpoint.createdAt})`

export const updateEndpoint = (
  tx: Tx,
  endpoint: Omit<EventEndpoint, 'createdAt'> & Pick<EndpointRow, 'position'>,
): Query<EventEndpoint> => tx`
  update event_endpoints endpoint set url = ${endpoint.url}, types = ${endpoint.types}::text[],
    description = ${endpoint.description}, is_active = ${endpoint.isActive},
    failing_since = ${endpoint.failingSince}, disabled_at = ${endpoint.disabledAt},
    position = ${endpoint.position}, updated_at = ${endpoint.updatedAt}
  where endpoint.business_id = ${tx.businessId} and endpoint.id = ${endpoint.id}
  returning ${endpointColumns(tx)}`

/** The current secret becomes the previous one; returns no row when there is no such endpoint. */
export const rotateSecret = (
  tx: Tx,
  secret: { endpointId: number; sealedSecret: Buffer; previousEndsAt: Date; now: Date },
): Query<{ id: number }> => tx`
  update event_endpoints
  set sealed_previous_secret = sealed_secret, previous_secret_ends_at = ${secret.previousEndsAt},
    sealed_secret = ${secret.sealedSecret}, updated_at = ${secret.now}
  where business_id = ${tx.businessId} and id = ${secret.endpointId}
  returning id`

/** With the log of its deliveries; lock the endpoint first, so that none is added meanwhile. */
export const deleteEndpoint = (tx: Tx, id: number): Query<object>[] => [
  tx`delete from event_deliveries where business_id = ${tx.businessId} and endpoint_id = ${id}`,
  tx`delete from event_endpoints where business_id = ${tx.businessId} and id = ${id}`,
]

/** A delivery that has no event, to try an endpoint. */
export const insertTestDelivery = (
  tx: Tx,
  delivery: { endpointId: number; type: string; now: Date },
): Query<EventDelivery> => tx`
  insert into event_deliveries as delivery (
    business_id, endpoint_id, type, state, attempts, next_attempt_at, created_at)
  values (
    ${tx.businessId}, ${delivery.endpointId}, ${delivery.type}, 'pending', '[]', ${delivery.now},
    ${delivery.now})
  returning ${deliveryColumns(tx)}`

/** The log of an endpoint, latest first. */
export const listDeliveries = (tx: Tx, filter: DeliveryFilter & Page): Query<EventDelivery> => tx`
  select ${deliveryColumns(tx)} from event_deliveries delivery
  where delivery.business_id = ${tx.businessId} and ${matchesFilter(tx, filter)}
  order by delivery.created_at desc, delivery.id desc
  offset ${filter.offset} limit ${filter.limit}`

export const countDeliveries = (tx: Tx, filter: DeliveryFilter): Query<{ count: number }> => tx`
  select count(*)::int as count from event_deliveries delivery
  where delivery.business_id = ${tx.businessId} and ${matchesFilter(tx, filter)}`

export const findDelivery = (
  tx: Tx,
  { endpointId, deliveryId }: { endpointId: number; deliveryId: number },
): Query<EventDelivery> => tx`
  select ${deliveryColumns(tx)} from event_deliveries delivery
  where delivery.business_id = ${tx.businessId} and delivery.endpoint_id = ${endpointId}
    and delivery.id = ${deliveryId}`

/** It is attempted again; returns no row when there is none. */
export const resumeDelivery = (
  tx: Tx,
  { endpointId, deliveryId, now }: { endpointId: number; deliveryId: number; now: Date },
): Query<EventDelivery> => tx`
  update event_deliveries delivery set state = 'pending', next_attempt_at = ${now}
  where delivery.business_id = ${tx.businessId} and delivery.endpoint_id = ${endpointId}
    and delivery.id = ${deliveryId}
  returning ${deliveryColumns(tx)}`

const endpointColumns = (tx: Tx) => tx`
  endpoint.id, endpoint.url, endpoint.types, endpoint.description, endpoint.is_active,
  endpoint.failing_since, endpoint.disabled_at, endpoint.created_at, endpoint.updated_at`

const deliveryColumns = (tx: Tx) => tx`
  delivery.id, delivery.event_id, delivery.type, delivery.state, delivery.attempts,
  delivery.next_attempt_at, delivery.created_at`

const matchesFilter = (tx: Tx, { endpointId, state }: DeliveryFilter) => tx`
  delivery.endpoint_id = ${endpointId}
  and ${state === null ? tx`true` : tx`delivery.state = ${state}`}`

type NewEndpoint = Pick<
  EndpointRow,
  'id' | 'url' | 'types' | 'description' | 'sealedSecret' | 'position' | 'createdAt'
>

export interface DeliveryFilter {
  endpointId: number
  /** null: any */
  state: DeliveryState | null
}
