import { type Query, recordset } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { StoredEvent } from '../types/event.ts'
import type { DeliveryAttempt, DeliveryState } from '../types/event-delivery.ts'
import type { EndpointRow } from '../types/event-endpoint.ts'
import { eventColumns } from './events.ts'

/** An endpoint as deliveries need it. */
export interface DeliveryEndpoint
  extends Omit<EndpointRow, 'types' | 'disabledAt' | 'createdAt' | 'updatedAt'> {
  /** Its last attempt took long. */
  isSlow: boolean
}

export const findDeliveryEndpoint = (tx: Tx, id: number): Query<DeliveryEndpoint> => tx`
  select endpoint.id, endpoint.url, endpoint.description, endpoint.is_active,
    endpoint.failing_since, endpoint.sealed_secret, endpoint.sealed_previous_secret,
    endpoint.previous_secret_ends_at, endpoint.position, endpoint.is_slow
  from event_endpoints endpoint
  where endpoint.business_id = ${tx.businessId} and endpoint.id = ${id}`

/** Locks the row until the transaction ends, then reads it. */
export async function lockDeliveryEndpoint(tx: Tx, id: number): Promise<DeliveryEndpoint[]> {
  const [, rows] = await Promise.all([
    tx`select from event_endpoints where business_id = ${tx.businessId} and id = ${id} for update`,
    findDeliveryEndpoint(tx, id),
  ])
  return rows
}

/**
 * Events that an active endpoint has had no attempt of, in the order of their positions: those of
 * the types that it wants.
 */
export const listUndelivered = (
  tx: Tx,
  { endpointId, limit }: { endpointId: number; limit: number },
): Query<StoredEvent> => tx`
  with endpoint as materialized (
    select position, types from event_endpoints
    where business_id = ${tx.businessId} and id = ${endpointId} and is_active)
  ${eventColumns(tx)}
  where event.business_id = ${tx.businessId}
    and event.position > (select endpoint.position from endpoint)
    and coalesce(event.type = any((select endpoint.types from endpoint)::text[]), true)
  order by event.position limit ${limit}`

/** A delivery whose time for another attempt has come. */
export interface DueDelivery {
  id: number
  /** null: a test of the endpoint */
  eventId: number | null
  /** How many were made. */
  attempts: number
  createdAt: Date
}

/** The longest due first. */
export const listDueDeliveries = (tx: Tx, filter: DueFilter): Query<DueDelivery> => tx`
  select delivery.id, delivery.event_id, jsonb_array_length(delivery.attempts) as attempts,
    delivery.created_at
  ${dueDeliveries(tx, filter)}`

/** The events of the same deliveries. */
export const listDueEvents = (tx: Tx, filter: DueFilter): Query<StoredEvent> => tx`
  ${eventColumns(tx)}
  where event.business_id = ${tx.businessId}
    and event.id in (select delivery.event_id ${dueDeliveries(tx, filter)})`

interface DueFilter {
  endpointId: number
  now: Date
  limit: number
}

const dueDeliveries = (tx: Tx, { endpointId, now, limit }: DueFilter) => tx`
  from event_deliveries delivery
  where delivery.business_id = ${tx.businessId} and delivery.endpoint_id = ${endpointId}
    and delivery.state = 'pending' and delivery.next_attempt_at <= ${now}
  order by delivery.next_attempt_at, delivery.id limit ${limit}`

/** When the next attempt of an endpoint's deliveries is due; null: none is pending. */
export const findNextAttempt = (tx: Tx, endpointId: number): Query<{ at: Date | null }> => tx`
  select min(delivery.next_attempt_at) as at from event_deliveries delivery
  where delivery.business_id = ${tx.businessId} and delivery.endpoint_id = ${endpointId}
    and delivery.state = 'pending'`

/** Endpoints with a delivery whose next attempt should have been made before a moment. */
export const listOverdueEndpoints = (tx: Tx, late: Date): Query<{ id: number }> => tx`
  select endpoint.id from event_endpoints endpoint
  where endpoint.business_id = ${tx.businessId} and exists (
    select from event_deliveries delivery
    where delivery.business_id = ${tx.businessId} and delivery.endpoint_id = endpoint.id
      and delivery.state = 'pending' and delivery.next_attempt_at < ${late})
  order by endpoint.id`

/** The outcome of an attempt. */
export interface AttemptOutcome {
  state: DeliveryState
  attempt: DeliveryAttempt
  /** Null unless pending. */
  nextAttemptAt: Date | null
}

/** The first attempts of events, in the month of the event: both are dropped together. */
export const insertDeliveries = (
  tx: Tx,
  endpointId: number,
  deliveries: readonly (AttemptOutcome & { eventId: number; type: string })[],
): Query<object> => tx`
  insert into event_deliveries (
    business_id, endpoint_id, event_id, type, state, attempts, next_attempt_at, created_at,
    partition_month)
  select ${tx.businessId}, ${endpointId}, made.event_id, made.type, made.state,
    jsonb_build_array(made.attempt), made.next_attempt_at, (made.attempt ->> 'at')::timestamptz,
    event.partition_month
  from jsonb_to_recordset(${recordset(tx, deliveries)}) as made (
    event_id bigint, type text, state text, attempt jsonb, next_attempt_at timestamptz)
  join events event on event.business_id = ${tx.businessId} and event.id = made.event_id
  on conflict on constraint event_deliveries_once do nothing`

/** Further attempts. A delivery that was ended meanwhile stays so, unless it has succeeded. */
export const updateDeliveries = (
  tx: Tx,
  deliveries: readonly (AttemptOutcome & { id: number })[],
): Query<object> => tx`
  update event_deliveries delivery
  set state = made.state, attempts = delivery.attempts || made.attempt,
    next_attempt_at = made.next_attempt_at
  from jsonb_to_recordset(${recordset(tx, deliveries)}) as made (
    id bigint, state text, attempt jsonb, next_attempt_at timestamptz)
  where delivery.business_id = ${tx.businessId} and delivery.id = made.id
    and (delivery.state = 'pending' or made.state = 'delivered')`

/**
 * Deletes what endpoints answered to events about erased customers: a response may contain what was
 * sent, in a form that nobody can recognize.
 */
export async function eraseResponses(tx: Tx): Promise<void> {
  const kept = await tx<{ id: number; attempts: DeliveryAttempt[] }[]>`
    with erased as materialized (
      select id from customers
      where business_id = ${tx.businessId} and erased_at is not null)
    select delivery.id, delivery.attempts
    from event_deliveries delivery
    join events event on event.business_id = ${tx.businessId} and event.id = delivery.event_id
    where delivery.business_id = ${tx.businessId}
      and delivery.attempts @? '$[*].response ? (@ != "")'
      and (
        event.payload ->> 'customerId' in (select erased.id::text from erased)
        or event.payload ->> 'bookingId' in (
          select booking.id::text from bookings booking
          where booking.business_id = ${tx.businessId}
            and booking.customer_id in (select erased.id from erased))
        -- a guest's entry of the waitlist has no customer
        or (event.type like 'espera.%' and event.payload -> 'contact' ->> 'email' = ''))
    for no key update of delivery`
  const erased = kept.map(({ id, attempts }) => ({
    id,
    attempts: attempts.map((attempt) => ({ ...attempt, response: '' })),
  }))
  if (erased.length === 0) return
  await tx`
    update event_deliveries delivery set attempts = erased.attempts
    from jsonb_to_recordset(${recordset(tx, erased)}) as erased (id bigint, attempts jsonb)
    where delivery.business_id = ${tx.businessId} and delivery.id = erased.id`
}

/** How the attempts at an endpoint went. */
export const updateEndpointHealth = (
  tx: Tx,
  endpoint: { id: number; position: number; failingSince: Date | null; isSlow: boolean },
): Query<object> => tx`
  update event_endpoints
  set position = ${endpoint.position}, failing_since = ${endpoint.failingSince},
    is_slow = ${endpoint.isSlow}
  where business_id = ${tx.businessId} and id = ${endpoint.id}`

/** Silla switches an endpoint off, and no more attempts are made. */
export const disableEndpoint = (
  tx: Tx,
  { id, now }: { id: number; now: Date },
): Query<object>[] => [
  tx`
    update event_endpoints
    set is_active = false, disabled_at = ${now}, updated_at = ${now}
    where business_id = ${tx.businessId} and id = ${id}`,
  failPendingDeliveries(tx, id),
]

/** No more attempts are made, of any delivery of an endpoint. */
export const failPendingDeliveries = (tx: Tx, endpointId: number): Query<object> => tx`
  update event_deliveries set state = 'failed', next_attempt_at = null
  where business_id = ${tx.businessId} and endpoint_id = ${endpointId} and state = 'pending'`
