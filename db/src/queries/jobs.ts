import type { Query, Sql } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'

/** Something for the worker to do for the business of the transaction. */
export interface NewJob {
  /** the file in services/worker/src/tasks that does it */
  task: string
  payload: Readonly<Record<string, unknown>>
  /** at once when left out */
  runAt?: Date
  /** of the jobs of one business; asking again with the same key moves the job that waits */
  key?: string
}

/**
 * The job is there if the transaction commits, and only then. Its business is the transaction's and
 * cannot be told.
 */
export const enqueue = (tx: Tx, { task, payload, runAt, key }: NewJob): Query<object> => tx`
  select app.enqueue(${task}, ${tx.json(payload as never)}, ${runAt ?? null}, ${key ?? null})`

/** A job as platform staff sees it. `dead`: it was tried as often as it may be. */
export interface JobRow {
  id: number
  task: string
  /** null: the job is nobody's, such as the one that begins the night */
  businessId: string | null
  state: 'waiting' | 'running' | 'retrying' | 'dead'
  runAt: Date
  attempts: number
  maxAttempts: number
  lastError: string
  payload: Record<string, unknown>
}

/** Which jobs somebody wants to see; null: everybody's. */
export interface JobFilter {
  businessId: string | null
  onlyDead: boolean
}

/** As silla_admin, in the order of `jobs.list`. */
export const listJobs = (
  sql: Sql,
  input: JobFilter & { offset: number; limit: number },
): Query<JobRow> => sql`
  ${jobColumns(sql)}
  from jobs.list(${input.businessId}, ${input.onlyDead}, ${input.offset + input.limit}) with ordinality
    as job (id, task, business_id, state, run_at, attempts, max_attempts, last_error, payload, place)
  order by job.place offset ${input.offset}`

/** As silla_admin. */
export const countJobs = (
  sql: Sql,
  { businessId, onlyDead }: JobFilter,
): Query<{ count: number }> => sql`
  select count(*)::int as count from jobs.list(${businessId}, ${onlyDead}, ${everyJob})`

/** As silla_admin. */
export const findJobById = (sql: Sql, jobId: number): Query<JobRow> => sql`
  ${jobColumns(sql)} from jobs.list(null, false, ${everyJob}) job where job.id = ${jobId}`

const jobColumns = (sql: Sql) => sql`
  select job.id, job.task, job.business_id, job.state, job.run_at, job.attempts, job.max_attempts, job.last_error, job.payload`

const everyJob = 2_147_483_647

/** As silla_admin. False: there is none, or it is running. */
export const retryJob = (sql: Sql, jobId: number): Query<{ found: boolean }> => sql`
  select jobs.retry(${jobId}) as found`

/**
 * As silla_admin: the jobs that gave up sending these letters of the transaction's business begin
 * anew. Answers which they were.
 */
export const retrySending = (tx: Tx, mailIds: readonly number[]): Query<{ mailId: number }> => tx`
  with dead as materialized (
    select job.id, (job.payload ->> 'mailId')::bigint as mail_id
    from jobs.list(${tx.businessId}, true, 1000000) job
    where job.task = 'send-mail' and (job.payload ->> 'mailId')::bigint = any(${[...mailIds]}::bigint[]))
  select dead.mail_id as "mailId" from dead where jobs.retry(dead.id)`

/** Asks for letters of the transaction's business to be sent. */
export const enqueueSending = (tx: Tx, mailIds: readonly number[]): Query<object> => tx`
  select app.enqueue('send-mail', jsonb_build_object('mailId', mail.id), null, null)
  from unnest(${[...mailIds]}::bigint[]) as mail (id)`

/** As silla_worker: every business there is. */
export const listBusinessIds = (sql: Sql): Query<{ businessId: string }> => sql`
  select each.business_id from registry.business_ids() each`
