import type { Database } from './database.ts'
import { defaultTimeoutMilliseconds, mapDbErrors } from './db-errors.ts'
import type { DbMetrics, DbOperation } from './db-metrics.ts'
import type { PinnedConnection } from './pinned-connection.ts'
import type { Query, Sql } from './pool.ts'
import { createSemaphore, type Semaphore } from './semaphore.ts'

/**
 * The only way to a tenant's rows (architecture: tenancy). Whatever runs behind it runs as one
 * business: the setting that row-level security reads is made here or, for `call`, by the function
 * that is called.
 *
 * Every way in throws SERVICE_UNAVAILABLE when the database is down, hangs, or has no place left
 * (D2).
 */
export interface TenantDb {
  readonly businessId: string
  /** One database function that sets the tenant itself: one statement, one round trip. */
  query<Row extends object>(question: (sql: Sql) => Query<Row>): Promise<Row[]>
  /**
   * The same for a function that writes: it waits for the disk, and nobody who only reads waits
   * behind it.
   */
  exec<Row extends object>(question: (sql: Sql) => Query<Row>): Promise<Row[]>
  /**
   * Questions known beforehand, read at one moment: begin, tenant, questions and commit leave
   * together, one round trip.
   */
  batch<Rows extends readonly object[]>(
    questions: (tx: Tx) => { [Index in keyof Rows]: Query<Rows[Index] & object> },
  ): Promise<{ [Index in keyof Rows]: Rows[Index][] }>
  /**
   * A transaction with decisions between its statements. Commits when the story ends, rolls back
   * when it throws.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

/**
 * Queries of one business inside one transaction; every statement also names `business_id =
 * ${tx.businessId}`.
 */
export type Tx = Sql & { readonly businessId: string }

/** Makes doors over a process's pools; all of them share the pools' places. */
export function openTenantDbs(
  database: Database,
  limits: Partial<TenantDbLimits> = {},
  metrics?: DbMetrics,
): (businessId: string) => TenantDb {
  const { waiting, waitMilliseconds, deadlineMilliseconds } = { ...usualLimits, ...limits }
  const calls = createSemaphore({
    working: database.calls.options.max * 16,
    waiting,
    waitMilliseconds,
  })
  const writes = createSemaphore({
    working: database.writes.options.max,
    waiting,
    waitMilliseconds,
  })
  const units = createSemaphore({ working: database.pinned.length, waiting, waitMilliseconds })
  const free = [...database.pinned]
  metrics?.opened({ call: calls.slots, write: writes.slots, unit: units.slots })

  return (businessId) => ({
    businessId,
    query: (question) => guarded('call', calls, async () => [...(await question(database.calls))]),
    exec: (question) =>
      guarded('write', writes, async () => [...(await question(database.writes))]),
    batch: (questions) =>
      guarded('unit', units, () => inUnit(free, businessId, (tx) => asked(tx, questions(tx)))),
    transaction: (callback) =>
      guarded('unit', units, () => inUnit(free, businessId, (tx) => acted(tx, callback))),
  })

  function guarded<T>(way: DbOperation, gate: Semaphore, work: () => Promise<T>): Promise<T> {
    const passing = mapDbErrors(() => gate.run(work), deadlineMilliseconds)
    return metrics === undefined ? passing : timed(way, passing, metrics)
  }
}

async function timed<T>(way: DbOperation, passing: Promise<T>, watch: DbMetrics): Promise<T> {
  const startedAt = performance.now()
  try {
    return await passing
  } finally {
    watch.passed(way, performance.now() - startedAt)
  }
}

export interface TenantDbLimits {
  /** How many units may wait for a connection. */
  waiting: number
  waitMilliseconds: number
  /** How long a unit may take in all before its caller is told that the database is unavailable. */
  deadlineMilliseconds: number
}

const usualLimits: TenantDbLimits = {
  waiting: 1000,
  waitMilliseconds: 2000,
  deadlineMilliseconds: defaultTimeoutMilliseconds,
}

/** The gate lets in no more units than there are connections. */
async function inUnit<T>(
  free: PinnedConnection[],
  businessId: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const connection = free.pop()
  if (!connection) throw new Error('a unit of work was let in without a connection for it')
  try {
    return await work(unitTx(connection.sql, businessId))
  } finally {
    free.push(connection)
  }
}

/** A handle of its own, so that what it says about the unit is gone with the unit. */
function unitTx(sql: Sql, businessId: string): Tx {
  const query = (...parts: Parameters<Sql>) => sql(...parts)
  return Object.assign(query, sql, { businessId }) as unknown as Tx
}

async function asked(tx: Tx, questions: readonly Query<object>[]): Promise<never> {
  const answers = await together([
    tx`begin transaction isolation level repeatable read, read only`,
    tx`select app.set_business(${tx.businessId})`,
    ...questions,
    tx`commit`,
  ])
  refuseUnlessCommitted(answers[answers.length - 1])
  return answers.slice(2, -1).map((rows) => [...rows]) as never
}

async function acted<T>(tx: Tx, story: (tx: Tx) => Promise<T>): Promise<T> {
  const opening = together([tx`begin`, tx`select app.set_business(${tx.businessId})`])
  opening.catch(() => {})
  try {
    const outcome = await story(tx)
    await opening
    refuseUnlessCommitted(await tx`commit`)
    return outcome
  } catch (error) {
    await tx`rollback`.catch(() => {})
    throw error
  }
}

/**
 * Sends all before waiting for any; the first failure is the answer, and the rest is awaited so
 * that none goes unheard.
 */
async function together(questions: readonly Query<object>[]) {
  const answers = await Promise.allSettled(questions.map((question) => question.execute()))
  const failed = answers.find((answer) => answer.status === 'rejected')
  if (failed) throw failed.reason
  return answers.map((answer) => (answer as PromiseFulfilledResult<unknown>).value as Rows)
}

type Rows = object[] & { command?: string }

/** COMMIT of a failed transaction succeeds and answers ROLLBACK. */
function refuseUnlessCommitted(answer: { command?: string } | undefined) {
  if (answer?.command !== 'COMMIT')
    throw new Error(`a unit of work ended in ${answer?.command ?? 'nothing'}`)
}
