import { hasCitus } from '../cluster/has-citus.ts'
import type { Query, Sql } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { Transaction } from '../transaction.ts'

// silla businesses move (decision 0089). All of it as silla_admin.

/** `leaving` and `left` where a business was, `arriving` and `returning` where it will be. */
export type MovePhase = 'leaving' | 'left' | 'arriving' | 'returning'

/** That a business moves, as one of the two databases knows it. */
export interface BusinessMove {
  /** The same in both. */
  moveId: string
  phase: MovePhase
  /** Where it is served afterwards. */
  url: string
}

export async function findMove(sql: Sql, businessId: string): Promise<BusinessMove | null> {
  const [move] = await sql<BusinessMove[]>`
    select move_id, phase, url from registry.business_moves where business_id = ${businessId}`
  return move ?? null
}

/** The same; nobody else changes it until the transaction ends. */
export async function lockMove(tx: Tx): Promise<BusinessMove | null> {
  const [move] = await tx<BusinessMove[]>`
    select move_id, phase, url from registry.business_moves
    where business_id = ${tx.businessId} for update`
  return move ?? null
}

export const insertMove = (
  tx: Tx,
  { moveId, phase, url }: BusinessMove,
  now: Date,
): Query<object> => tx`
  insert into registry.business_moves (business_id, move_id, phase, url, started_at)
  values (${tx.businessId}, ${moveId}, ${phase}, ${url}, ${now})`

export const updateMovePhase = (tx: Tx, phase: MovePhase): Query<object> => tx`
  update registry.business_moves set phase = ${phase} where business_id = ${tx.businessId}`

export const updateMoveUrl = (tx: Tx, url: string): Query<object> => tx`
  update registry.business_moves set url = ${url} where business_id = ${tx.businessId}`

export const deleteMoveRecord = (tx: Tx): Query<object> =>
  tx`delete from registry.business_moves where business_id = ${tx.businessId}`

/** Sets the tenant of the rest of a transaction, also of a business that is closed for writing. */
export async function setMovedTenant(tx: Transaction, businessId: string): Promise<Tx> {
  await tx`select app.set_tenant(${businessId})`
  return Object.assign(tx, { businessId })
}

/** From now on no worker takes a job of the business (`parkJobs`), or takes them again. */
export const updateJobsParked = (tx: Tx, areParked: boolean): Query<object> => tx`
  update registry.business_moves set jobs_parked = ${areParked}
  where business_id = ${tx.businessId}`

/** Takes the waiting jobs out of the queue, and returns how many run. */
export async function parkJobs(tx: Tx): Promise<number> {
  const [row] = await tx<{ running: number }[]>`select jobs.park(${tx.businessId}) as running`
  return row?.running ?? 0
}

export const unparkJobs = (tx: Tx): Query<object> => tx`select jobs.unpark(${tx.businessId})`

/**
 * Takes the lock of who moves the business, for the time of the connection.
 *
 * @param lock a pool of one connection
 * @returns the process of the server that has the lock; null: somebody else has it
 */
export async function claimMove(lock: Sql, businessId: string): Promise<number | null> {
  const [row] = await lock<{ pid: number | null }[]>`
    select case when pg_try_advisory_lock(hashtextextended(${businessId}::text, 93))
      then pg_backend_pid() end as pid`
  return row?.pid ?? null
}

/**
 * Closes the business for writing, once those who write have ended (registry.hold_open).
 *
 * @param mostMilliseconds after which the server ends a connection that sends nothing, and opens it again
 * @returns false when they have not ended after ten seconds: it is open again
 */
export async function closeBusiness(
  lock: Sql,
  businessId: string,
  mostMilliseconds: number,
): Promise<boolean> {
  await lock`set lock_timeout = '10s'`
  try {
    await lock`select pg_advisory_lock(hashtextextended(${businessId}::text, 92))`
    await setIdleTimeouts(lock, mostMilliseconds)
    return true
  } catch (error) {
    if ((error as { code?: unknown }).code !== '55P03') throw error
    return false
  } finally {
    await lock`set lock_timeout = 0`.catch(() => {})
  }
}

/**
 * How long the connection of the locks may send nothing until the server ends it.
 *
 * @param milliseconds 0: for as long as it likes
 */
export async function setIdleTimeouts(lock: Sql, milliseconds: number): Promise<void> {
  const value = String(Math.ceil(milliseconds))
  await lock`
    select set_config('idle_session_timeout', ${value}, false),
      set_config('idle_in_transaction_session_timeout', ${value}, false)`
}

/** Opens it again for writing. */
export async function openBusiness(lock: Sql, businessId: string): Promise<void> {
  await lock`select pg_advisory_unlock(hashtextextended(${businessId}::text, 92))`
  await setIdleTimeouts(lock, 0)
}

/** The server process of a connection: another one than before has none of its locks. */
export async function findBackend(sql: Sql): Promise<number> {
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
  return row?.pid ?? 0
}

/** Releases all locks of the connection. */
export async function releaseLocks(lock: Sql): Promise<void> {
  await lock`select pg_advisory_unlock_all()`
  await setIdleTimeouts(lock, 0)
}

/** What two deployments have to agree in. */
export interface MovingServer {
  migrations: string[]
  /** Of the schema. */
  release: string
  /** Milliseconds since 1970. */
  now: number
  /** A Citus cluster. */
  isCluster: boolean
}

export async function readServer(sql: Sql): Promise<MovingServer> {
  const [row] = await sql<{ migrations: string[]; release: string; now: number }[]>`
    select state.applied_migrations as migrations,
      (select release from registry.schema_release()) as release,
      extract(epoch from clock_timestamp())::double precision * 1000 as now
    from registry.deployment_state() state`
  const { migrations = [], release = '', now = 0 } = row ?? {}
  return { migrations: [...migrations].sort(), release, now, isCluster: await hasCitus(sql) }
}

/** The connected accounts of a business at the processor. */
export async function hasAccount(sql: Sql, businessId: string): Promise<boolean> {
  const rows = await sql<object[]>`
    select from registry.processor_accounts
    where business_id = ${businessId} and disconnected_at is null`
  return rows.length > 0
}

/** A business by its id. */
export async function isRegistered(sql: Sql, businessId: string): Promise<boolean> {
  const rows = await sql<object[]>`
    select from registry.businesses where business_id = ${businessId}`
  return rows.length > 0
}

/** Whether it was served here before, and is served elsewhere now. */
export async function hasMovedFromHere(sql: Sql, businessId: string): Promise<boolean> {
  const rows = await sql<object[]>`
    select from registry.moved_businesses where business_id = ${businessId}`
  return rows.length > 0
}

/** A salon that was deleted here as moved, by its slug. */
export async function findEarlierMove(
  sql: Sql,
  slug: string,
): Promise<{ businessId: string; url: string } | null> {
  const [moved] = await sql<{ businessId: string; url: string }[]>`
    select business_id, url from registry.moved_businesses where slug = ${slug}`
  return moved ?? null
}

/** Makes sure that the table gives no new row an id that a copied row has. */
export const raiseTableIds = (sql: Sql, table: string, businessId: string): Query<object> =>
  sql`select registry.raise_table_ids(${table}, ${businessId})`

/** Stores the audit log that the deletion of the business has left here, and removes it from its table. */
export async function setAuditLogAside(tx: Tx): Promise<void> {
  await tx`
    update registry.business_moves set earlier_audit_entries = (
      select coalesce(json_agg(row_to_json(entry) order by entry.id), '[]')
      from app.audit_entries entry where entry.business_id = ${tx.businessId})
    where business_id = ${tx.businessId}`
  await deleteAuditCopy(tx)
}

/** Deletes the audit log of a copy. */
export const deleteAuditCopy = (tx: Tx): Query<object> =>
  tx`select registry.delete_audit_copy(${tx.businessId})`

/** The audit log that was stored, as a JSON array. */
export async function findEarlierAuditLog(tx: Tx): Promise<string> {
  const [row] = await tx<{ entries: string }[]>`
    select earlier_audit_entries::text as entries from registry.business_moves
    where business_id = ${tx.businessId}`
  return row?.entries ?? '[]'
}
