import type { Tx } from './tenant-db.ts'

/**
 * Part of a statement that changes what the agenda shows without an event: `with ${changedAgenda(tx)}`. It
 * writes a row of its own, so that no writer waits for another (decision 0075).
 */
export const changedAgenda = (tx: Tx) => tx`
  changed as (insert into agenda_changes (business_id) values (${tx.businessId}))`
