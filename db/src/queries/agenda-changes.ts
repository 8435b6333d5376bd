import type { Query, Sql } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'

// Whether the agenda of a salon is the same as before (D69), and what has happened since (D70).

/** What the agenda follows from (db/functions/app.agenda_state.sql). */
export const findAgendaState = (sql: Sql, businessId: string, now: Date): Query<AgendaState> => sql`
  select catalog_version, "position", events, others
  from app.agenda_state(${businessId}, ${now})`

export interface AgendaState {
  catalogVersion: number
  /** Of the last event that has one; 0: there is none. */
  position: number
  /** How many events there were, those included that have no position yet. */
  events: number
  /** Stands for the changes that are no events, and for the holds. */
  others: string
}

/** The events after a position, in their order, without what they contain. */
export const listEventNames = (
  tx: Tx,
  { after, limit }: { after: number; limit: number },
): Query<EventName> => tx`
  select event.id, event.position, event.type from events event
  where event.business_id = ${tx.businessId} and event.position > ${after}
  order by event.position limit ${limit}`

export interface EventName {
  id: number
  position: number
  type: string
}

/** Which professionals the events after a position concern, of those about bookings and blocks. */
export const listEventProfessionals = (
  tx: Tx,
  { after, limit }: { after: number; limit: number },
): Query<{ position: number; professionalIds: number[] }> => tx`
  select event.position, array(
    select (line.value -> 'professional' ->> 'id')::bigint
    from jsonb_array_elements(event.payload -> 'lines') line
    union
    select (event.payload -> 'professional' ->> 'id')::bigint
    where event.payload -> 'professional' ->> 'id' is not null
    union
    select line.professional_id from booking_lines line
    where line.business_id = ${tx.businessId}
      and line.booking_id = (event.payload ->> 'bookingId')::bigint) as professional_ids
  from events event
  where event.business_id = ${tx.businessId} and event.position > ${after}
  order by event.position limit ${limit}`

/** Counts the rows of agenda_changes and deletes them; what `findAgendaState` returns stays the same. */
export async function countAgendaChanges(tx: Tx): Promise<void> {
  await tx`
    insert into event_positions (business_id, last_position) values (${tx.businessId}, 0)
    on conflict on constraint event_positions_pk do nothing`
  await tx`
    with counted as (
      delete from agenda_changes where business_id = ${tx.businessId} returning id)
    update event_positions
    set counted_changes = counted_changes + (select count(*) from counted)
    where business_id = ${tx.businessId}`
}

/** Once the transaction commits, the agendas that are open everywhere show what has happened. */
export const notifyEvents = (tx: Tx): Query<object> =>
  tx`select pg_notify('silla_events', ${tx.businessId})`
