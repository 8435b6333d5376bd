import { setTimeout as wait } from 'node:timers/promises'
import type { Queried } from './check-acknowledged.ts'

const stuckAfterMilliseconds = 90_000

/**
 * Waits until no job is due or has failed. Those that call the processor run one after the other, and
 * those of a killed worker are taken over after twenty seconds.
 *
 * @param besides tasks that are not waited for, unless they have failed
 * @throws Error when their number stops falling
 */
export async function jobsDone(database: Queried, besides: string[] = []): Promise<void> {
  let least = Number.POSITIVE_INFINITY
  let fellAt = performance.now()
  for (;;) {
    const due = await database.query(
      'worker',
      (sql) => sql<{ task: string; lastError: string | null }[]>`
        select task, null as last_error from jobs.outbox where run_at is null or run_at <= now()
        union all
        select task.identifier, job.last_error from jobs._private_jobs job
        join jobs._private_tasks task on task.id = job.task_id
        where job.run_at <= now() and task.identifier <> all (${besides}) or job.attempts > 0`,
    )
    if (due.length === 0) return
    if (due.length < least) {
      least = due.length
      fellAt = performance.now()
    }
    if (performance.now() - fellAt > stuckAfterMilliseconds)
      throw new Error(`${due.length} jobs are left: ${JSON.stringify(due.slice(0, 5))}`)
    await wait(200)
  }
}
