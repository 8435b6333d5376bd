import { type DeliveryParts, type MessageSender, openTenants } from '@silla/core'
import { openPool, type Sql } from '@silla/db'
import {
  createEventTasks,
  createMessageTasks,
  createTasks,
  openEventSender,
  openMailer,
  openMessenger,
} from '@silla/worker'
import { Logger, runOnce } from 'graphile-worker'
import { openJobPool } from '../../db/src/job-pool.ts'
import { atEnd, onePerFile } from './at-end.ts'
import type { TestClock } from './clock.ts'
import { testDatabase } from './database.ts'
import { patientLimits } from './in-time.ts'
import { testProcessors } from './processor.ts'
import { testSecrets } from './secrets.ts'
import { until } from './until.ts'
import { workerConnections } from './worker-connections.ts'

/**
 * Runs the jobs that are due by the test clock, and their follow-up jobs, with the worker's tasks,
 * queue and role. Emails stay in the database unless `smtpUrl` is given. A job that failed before is
 * retried only with `again`.
 *
 * @throws when a job fails, or one that is due is left
 */
export async function runJobs(
  { clock }: { clock: TestClock },
  how: {
    smtpUrl?: string
    publicUrl?: string
    /** Default: https://staff.example. */
    staffUrl?: string | null
    /** Default: any number of emails is sent to an address. */
    limitsMails?: boolean
    again?: boolean
    mayFail?: boolean
    onWarning?: (line: object) => void
    deliveries?: Partial<DeliveryParts>
    /** Default: none, and no message is sent. */
    messageSenders?: readonly MessageSender[]
  } = {},
): Promise<void> {
  const sql = await jobsDatabase()
  const { database, notices } = await workerConnections()
  const pgPool = await queuePool()
  const mailer = openMailer(
    { smtpUrl: how.smtpUrl ?? null, from: 'citas@silla.example' },
    {
      publicUrl: how.publicUrl ?? null,
      staffUrl: how.staffUrl === undefined ? 'https://staff.example' : how.staffUrl,
    },
  )
  const sender = openEventSender({ loopbackEndpoints: true })
  const log = { warn: (line: object) => how.onWarning?.(line) }
  const context = {
    tenants: openTenants({ database, notices, clock, limits: patientLimits }),
    clock,
    registry: database.queryPool,
    log,
  }
  const tasks = {
    ...createTasks({
      ...context,
      mailer,
      processors: testProcessors,
      publicUrl: how.publicUrl ?? null,
      limitsMails: how.limitsMails ?? false,
    }),
    ...createMessageTasks(
      { ...context, limitsMails: how.limitsMails ?? false },
      openMessenger({
        senders: how.messageSenders ?? [],
        publicUrl: how.publicUrl ?? null,
        reservePace: async () => 0,
      }),
    ),
    ...createEventTasks(context, {
      sender,
      secretsKeys: testSecrets.secretsKeys,
      stopping: new AbortController().signal,
      metrics: { onAttempt() {} },
      log,
      ...how.deliveries,
    }),
  }
  const errors: unknown[] = []
  const ran = new Set<string>()
  const taskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      async (payload: unknown, { job }: { job: RunJob }) => {
        ran.add(job.id)
        const tried = { attempt: job.attempts, isLast: job.attempts >= job.max_attempts }
        try {
          await task(payload as Record<string, unknown>, tried)
        } catch (error) {
          errors.push(error)
          throw error
        }
      },
    ]),
  )
  try {
    if (how.again)
      await sql`update jobs._private_jobs set run_at = now() where attempts > 0 and locked_at is null`
    while (await nextAreDue(sql, clock.now(), how.again ?? false)) {
      await runOnce({
        pgPool,
        schema: 'jobs',
        taskList,
        noHandleSignals: true,
        logger: noLogger,
      })
      await jobsReleased(sql, ran)
      if (how.again) break
    }
  } finally {
    mailer.close()
    sender.close()
  }
  if (errors.length > 0 && !how.mayFail)
    throw new AggregateError(errors, `jobs failed: ${errors.join('; ')}`)
}

interface RunJob {
  id: string
  attempts: number
  max_attempts: number
}

/** The connections of the queue. */
const queuePool = onePerFile(async () => {
  const { urls } = await testDatabase()
  const pool = openJobPool({ connectionString: urls.worker, max: 2 }, () => {})
  atEnd(() => pool.end())
  return pool
})

/** A pool as silla_worker, to read job tables. */
export const jobsDatabase = onePerFile(async (): Promise<Sql> => {
  const { urls } = await testDatabase()
  const sql = openPool({ url: urls.worker, max: 1, name: 'silla-test-jobs' })
  atEnd(() => sql.end({ timeout: 1 }))
  return sql
})

/**
 * Waits until none of these jobs is locked: under load runOnce returns before a failure is stored, and
 * a job that is still locked would miss the next round.
 */
function jobsReleased(sql: Sql, ids: ReadonlySet<string>): Promise<void> {
  const locked = () => sql`
    select from jobs._private_jobs where locked_at is not null and id = any(${[...ids]}::bigint[])`
  return until(async () => (await locked()).length === 0)
}

const noLogger = new Logger(() => () => {})

/** The queue uses the database's clock: jobs that are due by the test clock are made due there. */
async function nextAreDue(sql: Sql, now: Date, again: boolean): Promise<boolean> {
  await sql`select jobs.relay(10000)`
  await sql`update jobs._private_jobs set run_at = now() where run_at <= ${now} and attempts = 0`
  const [row] = await sql<{ due: number }[]>`
    select count(*)::int as due from jobs._private_jobs
    where is_available and run_at <= now() and (attempts = 0 or ${again})`
  return (row?.due ?? 0) > 0
}
