import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'

/** Written in the transaction of its cause, and visible only with a position (D31). */
export const recordEvent = (
  tx: Tx,
  event: { type: string; at: Date; payload: object },
): Query<object> => tx`
  select app.record_event(
    ${tx.businessId}, ${event.type}, ${tx.json(event.payload as never)}, ${event.at})`

/**
 * Gives the next positions to events that have none, oldest first. A reader that continues from a
 * position never misses an event, because a position is given only after all earlier events are
 * visible: one job gives them, and two at once could not give the same position twice.
 */
export const positionEvents = (tx: Tx, limit: number): Query<{ id: number }> => tx`
  with waiting as (
    select event.id, row_number() over (order by event.occurred_at, event.id) as place
    from events event
    where event.business_id = ${tx.businessId} and event.position is null
    order by event.occurred_at, event.id limit ${limit}),
  last as (
    select coalesce(max(event.position), 0) as position
    from events event where event.business_id = ${tx.businessId})
  update events event set position = last.position + waiting.place
  from waiting, last
  where event.business_id = ${tx.businessId} and event.id = waiting.id
  returning event.id`
