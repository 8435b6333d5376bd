import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'

/** Inserts an event in the transaction of its cause; it is readable once it has a position (D31). */
export const recordEvent = (
  tx: Tx,
  event: { type: string; at: Date; payload: object },
): Query<object> => tx`
  select app.record_event(${tx.businessId}, ${event.type}, ${tx.json(event.payload as never)}, ${event.at})`

/**
 * Assigns the next positions to events without one, oldest first, and returns their number. A
 * reader who continues from a position misses nothing: positions are assigned by one job per
 * business, after commit, and a concurrent second run assigns none twice.
 */
export const positionEvents = (tx: Tx, atMost: number): Query<{ id: number }> => tx`
  with waiting as (
    select event.id, row_number() over (order by event.occurred_at, event.id) as place
    from events event
    where event.business_id = ${tx.businessId} and event.position is null
    order by event.occurred_at, event.id limit ${atMost}),
  last as (select coalesce(max(event.position), 0) as position from events event where event.business_id = ${tx.businessId})
  update events event set position = last.position + waiting.place
  from waiting, last
  where event.business_id = ${tx.businessId} and event.id = waiting.id
  returning event.id`
