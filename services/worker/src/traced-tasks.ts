import type { JobTasks } from '@silla/db'
import type { Tracing } from '@silla/tracing'

/** The same tasks; each attempt at a job is recorded. */
export const tracedTasks = (tasks: JobTasks, tracing: Tracing): JobTasks =>
  Object.fromEntries(
    Object.entries(tasks).map(([task, run]) => [
      task,
      (payload, attempt) => {
        const businessId = typeof payload.businessId === 'string' ? payload.businessId : null
        return tracing.job({ task, attempt: attempt.attempt, businessId }, () =>
          run(payload, attempt),
        )
      },
    ]),
  )
