import { openTenants } from '@silla/core'
import { openDatabase, openListener, openPool, type Sql } from '@silla/db'
import { createTasks, openMailer } from '@silla/worker'
import { Logger, runOnce } from 'graphile-worker'
import { atEnd, onePerFile } from './at-end.ts'
import type { TestClock } from './clock.ts'
import { testDatabase } from './database.ts'
import { testProcessors } from './processor.ts'

/**
 * Does what is due by the clock, and what comes of it, as the worker would: its tasks, its queue,
 * its role. Letters stay in the database unless `smtpUrl` leads somewhere. A job that failed before
 * is tried again only when `again` says so.
 *
 * @throws when a job fails, or one is left that should be done
 */
export async function runJobs(
  { clock }: { clock: TestClock },
  how: { smtpUrl?: string; again?: boolean; mayFail?: boolean } = {},
): Promise<void> {
  const { urls } = await testDatabase()
  const sql = await jobsDatabase()
  const database = openDatabase({ url: urls.worker, name: 'silla-test-worker' })
  const notices = await openListener(urls.worker)
  const mailer = openMailer({ smtpUrl: how.smtpUrl ?? null, from: 'citas@silla.example' })
  const tasks = createTasks({
    tenants: openTenants({ database, notices, clock }),
    clock,
    mailer,
    processors: testProcessors,
    registry: database.calls,
    log: { warn() {} },
  })
  const problems: unknown[] = []
  const taskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      async (payload: unknown, { job }: { job: { attempts: number; max_attempts: number } }) => {
        const tried = { attempt: job.attempts, isLast: job.attempts >= job.max_attempts }
        try {
          await task(payload as Record<string, unknown>, tried)
        } catch (error) {
          problems.push(error)
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
        connectionString: urls.worker,
        schema: 'jobs',
        taskList,
        noHandleSignals: true,
        logger: silent,
      })
      if (how.again) break
    }
  } finally {
    mailer.close()
    await Promise.all([database.close(), notices.close()])
  }
  if (problems.length > 0 && !how.mayFail)
    throw new AggregateError(problems, `jobs failed: ${problems.join('; ')}`)
}

/** As silla_worker, for asking about jobs. */
export const jobsDatabase = onePerFile(async (): Promise<Sql> => {
  const { urls } = await testDatabase()
  const sql = openPool({ url: urls.worker, max: 1, name: 'silla-test-jobs' })
  atEnd(() => sql.end({ timeout: 1 }))
  return sql
})

const silent = new Logger(() => () => {})

/** The queue goes by the database's clock: what is due by the test's is made due by that one. */
async function nextAreDue(sql: Sql, now: Date, again: boolean): Promise<boolean> {
  await sql`select jobs.relay(10000)`
  await sql`update jobs._private_jobs set run_at = now() where run_at <= ${now} and attempts = 0`
  const [row] = await sql<{ due: number }[]>`
    select count(*)::int as due from jobs._private_jobs
    where is_available and run_at <= now() and (attempts = 0 or ${again})`
  return (row?.due ?? 0) > 0
}
