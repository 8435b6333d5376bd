import type { Connection } from './connection.ts'
import { mapDbErrors } from './db-errors.ts'
import { type Tx, toTx } from './tenant-db.ts'

/** The rows of one business as they are at one moment, to be read for as long as it takes. */
export interface Snapshot {
  readonly tx: Tx
  close(): Promise<void>
}

/**
 * Begins a transaction that reads, on a connection of its own, which it closes. A business has one at a time
 * over all processes.
 *
 * @returns null when the business has one already
 * @throws SERVICE_UNAVAILABLE when the database is down
 */
export async function openSnapshot(
  connection: Connection,
  businessId: string,
): Promise<Snapshot | null> {
  const close = () => connection.end(0.5)
  try {
    const tx = toTx(connection.sql, businessId)
    const isAlone = await mapDbErrors(() => beginReading(tx), undefined, 1)
    if (isAlone) return { tx, close }
  } catch (error) {
    await close()
    throw error
  }
  await close()
  return null
}

async function beginReading(tx: Tx): Promise<boolean> {
  await tx`begin transaction isolation level repeatable read, read only`
  // of a part, and of a reader who is slow
  await tx`set local statement_timeout = '30s'`
  await tx`set local idle_in_transaction_session_timeout = '60s'`
  await tx`select app.set_business(${tx.businessId})`
  const [row] = await tx<{ isAlone: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended(${tx.businessId}, 110)) as is_alone`
  return row?.isAlone === true
}
