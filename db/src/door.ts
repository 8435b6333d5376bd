import type { Database } from './database.ts'
import { type Gate, openGate } from './gate.ts'
import type { Question, Sql } from './pool.ts'
import { withTrouble } from './trouble.ts'

/**
 * The only way to a tenant's rows (architecture: tenancy). Whatever runs behind it runs as one business: the setting that
 * row-level security reads is made here or, for `call`, by the function that is called.
 *
 * Every way in throws SERVICE_UNAVAILABLE when the database is down, hangs, or has no place left (D2).
 */
export interface TenantDoor {
  readonly businessId: string
  /** One database function that sets the tenant itself: one statement, one round trip. */
  call<Row extends object>(question: (sql: Sql) => Question<Row>): Promise<Row[]>
  /** Questions known beforehand, read at one moment: begin, tenant, questions and commit leave together, one round trip. */
  ask<Rows extends readonly object[]>(
    questions: (tx: Tx) => { [Index in keyof Rows]: Question<Rows[Index] & object> },
  ): Promise<{ [Index in keyof Rows]: Rows[Index][] }>
  /** A transaction with decisions between its statements. Commits when the story ends, rolls back when it throws. */
  act<T>(story: (tx: Tx) => Promise<T>): Promise<T>
}

/** Queries of one business inside one transaction; every statement also names `business_id = ${tx.businessId}`. */
export type Tx = Sql & { readonly businessId: string }

/** Makes doors over a process's pools; all of them share the pools' places. */
export function openDoors(database: Database, limits: Partial<DoorLimits> = {}): (businessId: string) => TenantDoor {
  const { waiting, waitMilliseconds, deadlineMilliseconds } = { ...usualLimits, ...limits }
  const calls = openGate({ working: database.calls.options.max * 16, waiting, waitMilliseconds })
  const units = openGate({ working: database.units.options.max, waiting, waitMilliseconds })

  return (businessId) => ({
    businessId,
    call: (question) => guarded(calls, async () => [...(await question(database.calls))]),
    ask: (questions) => guarded(units, () => inUnit(database.units, businessId, (tx) => asked(tx, questions(tx)))),
    act: (story) => guarded(units, () => inUnit(database.units, businessId, (tx) => acted(tx, story))),
  })

  function guarded<T>(gate: Gate, work: () => Promise<T>): Promise<T> {
    return withTrouble(() => gate.pass(work), deadlineMilliseconds)
  }
}

export interface DoorLimits {
  /** How many units may wait for a connection. */
  waiting: number
  waitMilliseconds: number
  /** How long a unit may take in all before its caller is told that the database is unavailable. */
  deadlineMilliseconds: number
}

const usualLimits: DoorLimits = { waiting: 1000, waitMilliseconds: 2000, deadlineMilliseconds: 2800 }

async function inUnit<T>(pool: Sql, businessId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const connection = await pool.reserve()
  try {
    return await work(Object.assign(connection as unknown as Sql, { businessId }))
  } finally {
    connection.release()
  }
}

async function asked(tx: Tx, questions: readonly Question<object>[]): Promise<never> {
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

/** Sends all before waiting for any; the first failure is the answer, and the rest is awaited so that none goes unheard. */
async function together(questions: readonly Question<object>[]) {
  const answers = await Promise.allSettled(questions.map((question) => question.execute()))
  const failed = answers.find((answer) => answer.status === 'rejected')
  if (failed) throw failed.reason
  return answers.map((answer) => (answer as PromiseFulfilledResult<unknown>).value as Rows)
}

type Rows = object[] & { command?: string }

/** COMMIT of a failed transaction succeeds and answers ROLLBACK. */
function refuseUnlessCommitted(answer: { command?: string } | undefined) {
  if (answer?.command !== 'COMMIT') throw new Error(`a unit of work ended in ${answer?.command ?? 'nothing'}`)
}
