import { healthQueries, type Sql } from '@silla/db'
import type { Clock } from '../ports/clock.ts'
import { type Finding, fine, wrong } from './finding.ts'

/** Whether the worker does what it is asked, and whether it gave anything up. */
export async function examineJobs(admin: Sql, clock: Clock): Promise<Finding[]> {
  const [jobs] = await healthQueries.troubledJobs(admin, new Date(clock.now().getTime() - lateMilliseconds))
  const { dead = 0, overdue = 0, longRunning = 0 } = jobs ?? {}
  return [
    overdue + longRunning === 0
      ? fine('worker', 'No job waits for longer than it should.')
      : wrong(
          'worker',
          `Jobs that should have begun: ${overdue}; that run for too long: ${longRunning}.`,
          'Is the worker running? Read its log.',
        ),
    dead === 0
      ? fine('jobs', 'No job was given up.')
      : wrong(
          'jobs',
          `Jobs that were given up: ${dead}.`,
          'Look at silla jobs list --dead, mend the cause, then silla jobs retry.',
        ),
  ]
}

/** What has its own job is given this long to be done by it. */
export const lateMilliseconds = 10 * 60_000
