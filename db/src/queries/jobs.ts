import type { Query, Sql } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { Page } from '../types/values.ts'

/** A job for the worker, for the business of the transaction. */
export interface NewJob {
  /** the file in services/worker/src/tasks */
  task: string
  payload: Readonly<Record<string, unknown>>
  /** in real time; default: immediately */
  runAt?: Date
  /** instead of `runAt`: by the clock of the business (D44) */
  dueAt?: Date
  /** unique among the jobs of one business; a waiting job with the same key is replaced */
  key?: string
}

/** The job exists if the transaction commits. */
export const enqueue = (tx: Tx, job: NewJob): Query<object> => enqueueAll(tx, [job])

export const enqueueAll = (tx: Tx, newJobs: readonly NewJob[]): Query<object> => tx`
  select app.enqueue_all(${tx.json(newJobs as never)})`

/**
 * As silla_admin: the clock of the transaction's business was set forward, and the jobs that are due
 * by it become due earlier.
 */
export const setClockForward = (tx: Tx, milliseconds: number): Query<{ moved: number }> => tx`
  select jobs.set_clock_forward(
    ${tx.businessId}, make_interval(secs => ${milliseconds / 1000})) as moved`

/** Removes waiting jobs of the transaction's business if the transaction commits. */
export const dequeue = (tx: Tx, keys: readonly string[]): Query<object> => tx`
  select app.dequeue(${[...keys]})`

/** A job as shown to platform staff. */
export interface JobRow {
  id: number
  task: string
  /** null: it belongs to no business, as the job that starts nightly maintenance */
  businessId: string | null
  /** `dead`: all attempts failed, and it is not retried automatically */
  state: 'waiting' | 'running' | 'retrying' | 'dead'
  runAt: Date
  attempts: number
  maxAttempts: number
  lastError: string
  payload: Record<string, unknown>
}

interface JobFilter {
  /** null: of all businesses */
  businessId: string | null
  onlyDead: boolean
}

/** A job with its place in the list, which `after` takes: it says where the job was, also when the job is gone. */
export interface ListedJobRow extends JobRow {
  place: string
}

/** As silla_admin, in the order of `jobs.list_page`, from the first job after a place on. */
export const listJobs = (
  sql: Sql,
  { businessId, onlyDead, after, offset, limit }: JobFilter & Page & { after: string | null },
): Query<ListedJobRow> => sql`
  ${jobColumns(sql)}, job.place
  from jobs.list_page(${businessId}, ${onlyDead}, null, ${after}, ${offset + limit})
    with ordinality as job (
      id, task, business_id, state, run_at, attempts, max_attempts, last_error, payload, place, number)
  order by job.number offset ${offset}`

/** As silla_admin; at most `atMost`. */
export const countJobs = (
  sql: Sql,
  { businessId, onlyDead, atMost }: JobFilter & { atMost: number },
): Query<{ count: number }> => sql`
  select jobs.count_at_most(${businessId}, ${onlyDead}, ${atMost}) as count`

/** As silla_admin. */
export const findJobById = (sql: Sql, jobId: number): Query<JobRow> => sql`
  ${jobColumns(sql)} from jobs.list_page(null, false, ${jobId}, null, 1) job`

const jobColumns = (sql: Sql) => sql`
  select job.id, job.task, job.business_id, job.state, job.run_at, job.attempts,
    job.max_attempts, job.last_error, job.payload`

/** As silla_admin. False: the job does not exist, or is running. */
export const retryJob = (sql: Sql, jobId: number): Query<{ found: boolean }> => sql`
  select jobs.retry(${jobId}) as found`

/**
 * As silla_admin: retries the dead jobs that send these emails of the transaction's business, and
 * returns the emails that had one.
 */
export const retrySending = (tx: Tx, mailIds: readonly number[]): Query<{ mailId: number }> => tx`
  with dead as materialized (
    select job.id, (job.payload ->> 'mailId')::bigint as mail_id
    from jobs.list_page(${tx.businessId}, true, null, null, 1000000) job
    where job.task = 'send-mail'
      and (job.payload ->> 'mailId')::bigint = any(${[...mailIds]}::bigint[]))
  select dead.mail_id from dead where jobs.retry(dead.id)`

/** Enqueues the sending of emails of the transaction's business. */
export const enqueueSending = (tx: Tx, mailIds: readonly number[]): Query<object> => tx`
  select app.enqueue('send-mail', jsonb_build_object('mailId', mail.id), null, null)
  from unnest(${[...mailIds]}::bigint[]) as mail (id)`

/** What a job has to know of its business. */
export interface JobBusiness {
  /** Empty for one that was deleted. */
  slug: string
  /** How far its clock is ahead of real time. */
  clockOffsetMilliseconds: number
}

/** As silla_worker. */
export async function findJobBusiness(sql: Sql, businessId: string): Promise<JobBusiness> {
  const [row] = await sql<JobBusiness[]>`
    select registry.business_slug(${businessId}) as slug,
      registry.clock_offset(${businessId}) as clock_offset_milliseconds`
  return row ?? { slug: '', clockOffsetMilliseconds: 0 }
}

/** Jobs that are due and have not started. */
export interface JobBacklog {
  /** At most 10,000 of the queue and as many that have not reached it. */
  dueJobs: number
  /** 0: there is none. */
  oldestDueSeconds: number
}

/** As silla_worker. */
export async function findJobBacklog(sql: Sql): Promise<JobBacklog> {
  const [row] = await sql<JobBacklog[]>`
    select due_jobs, oldest_due_seconds from jobs.find_backlog(10000)`
  return row ?? { dueJobs: 0, oldestDueSeconds: 0 }
}

/** All businesses. As silla_worker. */
export const listBusinessIds = (sql: Sql): Query<{ businessId: string }> => sql`
  select each.business_id from registry.business_ids() each`
