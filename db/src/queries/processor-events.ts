import type { Question } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'

/** Nothing comes back when it came before; a twin waits for the first one to end. */
export const recordProcessorEvent = (
  tx: Tx,
  event: { eventRef: string; type: string; occurredAt: Date; receivedAt: Date },
): Question<{ id: number }> => tx`
  insert into processor_events (business_id, event_ref, type, occurred_at, received_at)
  values (${tx.businessId}, ${event.eventRef}, ${event.type}, ${event.occurredAt}, ${event.receivedAt})
  on conflict do nothing
  returning id`

/** The processor does not send anything again after so long. */
export const forgetProcessorEvents = (tx: Tx, before: Date): Question<object> => tx`
  delete from processor_events where business_id = ${tx.businessId} and received_at < ${before}`
