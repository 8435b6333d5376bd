import { ProcessorError, rescheduleJob } from '@silla/core'
import type { JobPayload, JobTasks } from '@silla/db'
import { type TaskContext, tenantContextOf } from './task-context.ts'

/**
 * A fixed short delay, so that jobs run within a minute of the processor's return, however long it
 * was unavailable.
 */
const retrySeconds = 15

/**
 * Makes a task of a function that calls the payment processor. While the processor is unavailable
 * or cannot say what happened, the job is scheduled again instead of failing: it must be done in
 * the end, and a failed job would wait longer after each attempt.
 *
 * @param name.id the id in the payload that distinguishes jobs of this task; null: one per business
 */
export const retryUntilAvailable =
  (
    context: TaskContext,
    { task, id }: { task: string; id: string | null },
    run: (payload: JobPayload) => Promise<unknown>,
  ): JobTasks[string] =>
  async (payload) => {
    try {
      await run(payload)
    } catch (error) {
      if (!isTemporary(error)) throw error
      const { businessId, ...rest } = payload
      context.log.warn(
        { task, businessId, problem: error.message },
        `the payment processor is unavailable; retrying in ${retrySeconds} s`,
      )
      await rescheduleJob(await tenantContextOf(context, payload), {
        task,
        payload: rest,
        key: id === null ? task : `${task}:${payload[id]}`,
        seconds: retrySeconds,
      })
    }
  }

const isTemporary = (error: unknown): error is ProcessorError =>
  error instanceof ProcessorError && (error.kind === 'unavailable' || error.kind === 'unsure')
