import type { Connection } from './connection.ts'
import {
  type Attempt,
  mapDbErrors,
  maxOutageMilliseconds,
  refuseWhileMoving,
  sendCommitting,
} from './db-errors.ts'
import type { Pool, Query, Sql } from './pool.ts'
import { createSemaphore, type PoolSlots, type Semaphore } from './semaphore.ts'
import { takeRows } from './take-rows.ts'
import type { TransactionOptions } from './transaction.ts'

/**
 * The only access to a tenant's rows (architecture: tenancy). Every statement runs as one business:
 * `batch` and `transaction` set the tenant that row-level security checks; for `query` and `exec`
 * the called database function sets it.
 *
 * Every method throws SERVICE_UNAVAILABLE when the database is down, hangs, or has no free slot
 * (D2); free slots go to the waiting businesses in turn. A write of a business that is closed for
 * writing, because it moves, throws BUSINESS_MOVING (decision 0089). From `exec` and `transaction` it has
 * `extra.outcomeUnknown` when the work may have committed nevertheless (D19).
 */
export interface TenantDb {
  readonly businessId: string
  /** Calls one database function that sets the tenant itself: one statement, one round trip. */
  query<Row extends object>(callback: (sql: Sql) => Query<Row>): Promise<Row[]>
  /**
   * The same for a function that writes. It has its own pool, so that reads do not wait for its
   * disk flush.
   */
  exec<Row extends object>(callback: (sql: Sql) => Query<Row>): Promise<Row[]>
  /**
   * Independent queries on one snapshot: begin, tenant, queries and commit are sent together, in
   * one round trip.
   *
   * @throws the error for which `isStatementTimeout` holds as the cause of SERVICE_UNAVAILABLE, when a
   *   query takes longer than `limits.statementMilliseconds`
   */
  batch<Rows extends readonly object[]>(
    callback: (tx: Tx) => { [Index in keyof Rows]: Query<Rows[Index] & object> },
    limits?: BatchLimits,
  ): Promise<{ [Index in keyof Rows]: Rows[Index][] }>
  /**
   * A transaction with decisions between its statements. Commits when the callback returns, rolls
   * back when it throws.
   */
  transaction<T>(callback: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
}

/** For queries that may read much. */
export interface BatchLimits {
  /**
   * How long each query may take. No parallel workers help it, which others would wait for; it has more
   * memory to sort and group in.
   */
  statementMilliseconds: number
}

/**
 * Queries of one business inside one transaction. Every statement also names `business_id =
 * ${tx.businessId}`.
 */
export type Tx = Sql & { readonly businessId: string }

/** How a statement reaches the database, as a label for metrics. */
export type DbOperation = 'query' | 'exec' | 'batch' | 'transaction'

/** The pools; `batch` and `transaction` share the pinned connections. */
export type DbPool = 'query' | 'exec' | 'transaction'

/** Receives measurements; its calls must be cheap. */
export interface DbMetrics {
  /** Called once, with functions that return the current use of each pool. */
  onOpen(slots: Record<DbPool, () => PoolSlots>): void
  /** Called after every operation, failed ones included; the time includes the wait for a slot. */
  onOperation(operation: DbOperation, milliseconds: number): void
}

/** Records operations for traces. */
export interface DbTracing {
  operation<T>(operation: DbOperation, businessId: string, run: () => Promise<T>): Promise<T>
}

/** The connections of a process for its tenants. */
export interface TenantPools {
  queryPool: Pool
  execPool: Pool
  pinned: readonly Connection[]
}

/** The pinned connections that no operation has, and how many may. */
interface PinnedSlots {
  free: Connection[]
  slots: Semaphore
}

/**
 * Of the connections of each database. Two operations on one connection would run in one transaction, with the
 * tenant of either, so all that is opened over the same connections shares them.
 */
const pinnedSlots = new WeakMap<readonly Connection[], PinnedSlots>()

/**
 * Creates the TenantDb of any business over a process's pools; all of them share the slots. Opened again over the
 * same pools, transactions still share their slots, with the limits of the first one.
 */
export function openTenantDbs(
  { queryPool, execPool, pinned }: TenantPools,
  limits: Partial<TenantDbLimits> = {},
  { metrics, tracing }: { metrics?: DbMetrics | undefined; tracing?: DbTracing | undefined } = {},
): (businessId: string) => TenantDb {
  const { deadlineMilliseconds, ...queue } = { ...defaultLimits, ...limits }
  const querySlots = slotsOf(queryPool.size * 16, 1 / 3)
  const execSlots = slotsOf(execPool.size, 3 / 4)
  const shared = pinnedSlots.get(pinned) ?? {
    free: [...pinned],
    slots: slotsOf(pinned.length, 3 / 4),
  }
  pinnedSlots.set(pinned, shared)
  const { free, slots: transactionSlots } = shared
  metrics?.onOpen({
    query: querySlots.slots,
    exec: execSlots.slots,
    transaction: transactionSlots.slots,
  })

  return (businessId) => ({
    businessId,
    query: (callback) =>
      runGuarded(businessId, 'query', querySlots, async () => takeRows(await callback(queryPool))),
    exec: (callback) =>
      runGuarded(businessId, 'exec', execSlots, async (attempt) =>
        takeRows(await sendCommitting(attempt, () => callback(execPool))),
      ),
    batch: (callback, limits) =>
      runGuarded(businessId, 'batch', transactionSlots, () =>
        withConnection(free, businessId, (tx) => runBatch(tx, callback(tx), limits)),
      ),
    transaction: (callback, options = {}) =>
      runGuarded(businessId, 'transaction', transactionSlots, (attempt) =>
        withConnection(free, businessId, (tx) => runTransaction(tx, attempt, callback, options)),
      ),
  })

  /** @param share of the slots that one business may use, so that the others always find some */
  function slotsOf(slots: number, share: number): Semaphore {
    return createSemaphore({ slots, slotsPerBusiness: Math.ceil(slots * share), ...queue })
  }

  function runGuarded<T>(
    businessId: string,
    operation: DbOperation,
    semaphore: Semaphore,
    work: (attempt: Attempt) => Promise<T>,
  ): Promise<T> {
    const attempts = () =>
      mapDbErrors((attempt) => semaphore.run(businessId, () => work(attempt)), deadlineMilliseconds)
    const run = () => refuseWhileMoving(queryPool, attempts)
    const result = tracing === undefined ? run() : tracing.operation(operation, businessId, run)
    return metrics === undefined ? result : measure(operation, result, metrics)
  }
}

async function measure<T>(
  operation: DbOperation,
  result: Promise<T>,
  metrics: DbMetrics,
): Promise<T> {
  const startedAt = performance.now()
  try {
    return await result
  } finally {
    metrics.onOperation(operation, performance.now() - startedAt)
  }
}

export interface TenantDbLimits {
  /** How many operations may wait for a slot of a pool, of all businesses and of one. */
  maxWaiting: number
  maxWaitingPerBusiness: number
  maxWaitMilliseconds: number
  /** How long an operation may take in all before it fails with SERVICE_UNAVAILABLE. */
  deadlineMilliseconds: number
}

const defaultLimits: TenantDbLimits = {
  maxWaiting: 1000,
  maxWaitingPerBusiness: 250,
  maxWaitMilliseconds: 2000,
  deadlineMilliseconds: maxOutageMilliseconds,
}

/** The semaphore admits no more operations than there are connections. */
async function withConnection<T>(
  free: Connection[],
  businessId: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const connection = free.pop()
  if (!connection) throw new Error('the semaphore admitted more operations than connections')
  try {
    return await work(toTx(connection.sql, businessId))
  } finally {
    free.push(connection)
  }
}

/** A new handle for each transaction, so that businessId does not stay on the connection. */
export function toTx(sql: Sql, businessId: string): Tx {
  const query = (...parts: Parameters<Sql>) => sql(...parts)
  return Object.assign(query, sql, { businessId }) as unknown as Tx
}

async function runBatch(
  tx: Tx,
  queries: readonly Query<object>[],
  limits?: BatchLimits,
): Promise<never> {
  const before = [
    tx`begin transaction isolation level repeatable read, read only`,
    tx`select app.set_business(${tx.businessId})`,
    ...(limits === undefined ? [] : limitQueries(tx, limits)),
  ]
  const results = await sendTogether([...before, ...queries, tx`commit`])
  assertCommitted(results[results.length - 1])
  return results.slice(before.length, -1).map(takeRows) as never
}

/** SET takes no parameters. */
const limitQueries = (tx: Tx, { statementMilliseconds }: BatchLimits): Query<object>[] => [
  tx.unsafe(`set local statement_timeout = ${Math.ceil(statementMilliseconds)}`),
  tx`set local max_parallel_workers_per_gather = 0`,
  // a report of 100,000 bookings wrote up to 26 MB to disk with the 4 MB of the server, and nothing with
  // this; as many run at once as there are pinned connections
  tx`set local work_mem = '16MB'`,
]

async function runTransaction<T>(
  tx: Tx,
  attempt: Attempt,
  callback: (tx: Tx) => Promise<T>,
  { singleSnapshot = false }: TransactionOptions,
): Promise<T> {
  const begun = sendTogether([
    singleSnapshot ? tx`begin transaction isolation level repeatable read` : tx`begin`,
    tx`select app.set_business(${tx.businessId})`,
  ])
  begun.catch(() => {})
  try {
    const result = await callback(tx)
    await begun
    assertCommitted(await sendCommitting(attempt, () => tx`commit`))
    return result
  } catch (error) {
    await tx`rollback`.catch(() => {})
    throw error
  }
}

/**
 * Sends all queries before waiting for any. Throws the first failure, but awaits the others too, so
 * that no rejection is unhandled.
 */
async function sendTogether(queries: readonly Query<object>[]) {
  const results = await Promise.allSettled(queries.map((query) => query.execute()))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
  return results.map((result) => (result as PromiseFulfilledResult<unknown>).value as Rows)
}

type Rows = object[] & { command?: string }

/** COMMIT of a failed transaction succeeds, but its command tag is ROLLBACK. */
function assertCommitted(result: { command?: string } | undefined) {
  if (result?.command !== 'COMMIT')
    throw new Error(`the transaction ended with ${result?.command ?? 'no command'}, not COMMIT`)
}
