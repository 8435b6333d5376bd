import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { EventType, StoredEvent } from '../types/event.ts'

/** Written in the transaction of its cause, and visible only with a position (D31). */
export const recordEvent = (
  tx: Tx,
  event: { type: EventType; at: Date; payload: object },
): Query<object> => tx`
  select app.record_event(
    ${tx.businessId}, ${event.type}, ${tx.json(event.payload as never)}, ${event.at})`

/**
 * Gives the next positions to events that have none, oldest first, and returns them. A reader that
 * continues from a position never misses an event, because the row with the last position is locked
 * until the transaction ends: positions become visible in their order, and none is given twice, not
 * even after the events that had the last ones were deleted (D42). No event is in an earlier month than the one
 * before it: a month that is dropped leaves no gap in front of others.
 */
export async function positionEvents(
  tx: Tx,
  limit: number,
): Promise<{ position: number; type: EventType }[]> {
  const [, , positioned] = await Promise.all([
    tx`
      insert into event_positions (business_id, last_position) values (${tx.businessId}, 0)
      on conflict on constraint event_positions_pk do nothing`,
    tx`
      select from event_positions where business_id = ${tx.businessId} for no key update`,
    tx<{ position: number; type: EventType }[]>`
      with waiting as (
        select event.id, row_number() over (order by event.occurred_at, event.id) as place
        from events event
        where event.business_id = ${tx.businessId} and event.position is null
        order by event.occurred_at, event.id limit ${limit}),
      last as (
        select given.last_position, latest.partition_month
        from event_positions given
        left join lateral (
          select event.partition_month from events event
          where event.business_id = ${tx.businessId} and event.position is not null
          order by event.position desc limit 1) latest on true
        where given.business_id = ${tx.businessId})
      update events event
      set position = last.last_position + waiting.place,
        partition_month = greatest(event.partition_month, last.partition_month)
      from waiting, last
      where event.business_id = ${tx.businessId} and event.id = waiting.id
      returning event.position, event.type`,
    tx`
      update event_positions given
      set last_position = greatest(given.last_position, latest.position)
      from (
        select event.position from events event
        where event.business_id = ${tx.businessId} and event.position is not null
        order by event.position desc limit 1) latest
      where given.business_id = ${tx.businessId}`,
  ])
  return positioned
}

/** The last position that was given; none: no event of the salon has one yet. */
export const findLastPosition = (tx: Tx): Query<{ position: number }> => tx`
  select last_position as position from event_positions where business_id = ${tx.businessId}`

/** Events after a position, in their order. */
export const listEvents = (
  tx: Tx,
  { after, limit }: { after: number; limit: number },
): Query<StoredEvent> => tx`
  ${eventColumns(tx)}
  where event.business_id = ${tx.businessId} and event.position > ${after}
  order by event.position limit ${limit}`

/** An event with what is read beside it; the condition follows. */
export const eventColumns = (tx: Tx) => tx`
  select event.id, event.position, event.type, event.occurred_at, event.payload::text as payload,
    case when event.type = 'reserva.cancelada' then (
      select nullif(max(change.note), '') from booking_transitions change
      where change.business_id = ${tx.businessId} and change.to_state = 'cancelled'
        and change.booking_id = (event.payload ->> 'id')::bigint) end as internal_note
  from events event`

/** An endpoint that events wait for. */
export interface EndpointBehind {
  id: number
  /** Its last attempt took long. */
  isSlow: boolean
}

/** Active endpoints that have not had the last event. */
export const listEndpointsBehind = (tx: Tx): Query<EndpointBehind> => tx`
  select endpoint.id, endpoint.is_slow
  from event_endpoints endpoint
  join event_positions given on given.business_id = ${tx.businessId}
  where endpoint.business_id = ${tx.businessId} and endpoint.is_active
    and endpoint.position < given.last_position
  order by endpoint.id`
