import { healthQueries, type Sql } from '@silla/db'
import type { Clock } from '../clock.ts'
import { type CheckResult, ok, problem } from './check-result.ts'
import { duration } from './duration.ts'

/** Whether a worker is alive, does what it is asked in time, and whether it gave anything up. */
export async function checkJobs(admin: Sql, clock: Clock): Promise<CheckResult[]> {
  const [work] = await healthQueries.findJobState(admin, { late: lateAfter(clock), aliveSeconds })
  if (!work) throw new Error('the database does not say how the work stands')
  return [aliveFinding(work), lateFinding(work), failedFinding(work)]
}

/** What has its own job is given this long to be done by it. */
export const lateAfter = (clock: Clock): Date => new Date(clock.now().getTime() - 10 * 60_000)

/**
 * One says every five seconds that it lives; a minute leaves time to start another in its place.
 */
const aliveSeconds = 60

function aliveFinding({ alive, lastSeenAt, due, now }: healthQueries.JobStateRow): CheckResult {
  if (alive > 0)
    return ok('worker', alive === 1 ? 'One worker is alive.' : `${alive} workers are alive.`)
  const silence = lastSeenAt
    ? `No worker has been alive for ${duration(now.getTime() - lastSeenAt.getTime())}`
    : 'No worker was ever alive'
  return problem(
    'worker',
    `${silence}; jobs that wait for one: ${due}.`,
    'Start one: node_modules/.bin/node services/worker/bin/worker.js, with WORKER_DATABASE_URL; npm start brings its own.',
  )
}

function lateFinding({ late, longRunning }: healthQueries.JobStateRow): CheckResult {
  if (late + longRunning === 0)
    return ok('queue', 'No job waits or runs for longer than it should.')
  return problem(
    'queue',
    `Jobs that should have begun: ${late}; that run for too long: ${longRunning}.`,
    'Where a worker is alive it has too much to do: start another beside it, and read its log. silla jobs list names them.',
  )
}

function failedFinding({ dead, failing }: healthQueries.JobStateRow): CheckResult {
  if (dead + failing === 0)
    return ok('jobs', 'No job was given up, and none fails again and again.')
  return problem(
    'jobs',
    `Jobs that were given up: ${dead}; that fail again and again: ${failing}.`,
    'silla jobs list says why. Mend the cause, then silla jobs retry ID.',
  )
}
