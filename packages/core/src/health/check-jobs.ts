import { healthQueries, type Sql } from '@silla/db'
import type { Clock } from '../clock.ts'
import { type CheckResult, ok, problem } from './check-result.ts'
import { lateAfter } from './checked-businesses.ts'

/** Whether a worker is running, jobs are on time, and none has failed. */
export async function checkJobs(admin: Sql, clock: Clock): Promise<CheckResult[]> {
  const query = { late: lateAfter(clock), aliveSeconds }
  const [state] = await healthQueries.findJobState(admin, query)
  if (!state) throw new Error('the database returned no state of the jobs')
  return [workerResult(state), queueResult(state), failureResult(state)]
}

/** A worker reports every five seconds; a minute leaves time to replace one. */
const aliveSeconds = 60

function workerResult(state: healthQueries.JobState): CheckResult {
  const { alive, lastSeenAt, now } = state
  if (alive > 0) return ok('worker', 'workersRunning', { count: alive })
  const silentMilliseconds = lastSeenAt && now.getTime() - lastSeenAt.getTime()
  return problem('worker', 'workersMissing', { silentMilliseconds, dueJobs: state.due })
}

const queueResult = ({ late, longRunning }: healthQueries.JobState): CheckResult =>
  late + longRunning === 0
    ? ok('queue', 'jobsOnTime', {})
    : problem('queue', 'lateJobs', { late, longRunning })

const failureResult = ({ dead, failing }: healthQueries.JobState): CheckResult =>
  dead + failing === 0
    ? ok('jobs', 'noFailedJobs', {})
    : problem('jobs', 'failedJobs', { dead, failing })
