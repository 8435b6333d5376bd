import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'

/** Nothing comes back when it came before; a twin waits for the first one to end. */
export const insertProcessorEvent = (
  tx: Tx,
  event: { eventRef: string; type: string; occurredAt: Date; receivedAt: Date },
): Query<{ id: number }> => tx`
  insert into processor_events (business_id, event_ref, type, occurred_at, received_at)
  values (${tx.businessId}, ${event.eventRef}, ${event.type}, ${event.occurredAt}, ${event.receivedAt})
  on conflict do nothing
  returning id`

/** The processor does not send anything again after so long. */
export const deleteProcessorEvents = (tx: Tx, before: Date): Query<object> => tx`
  delete from processor_events where business_id = ${tx.businessId} and received_at < ${before}`
