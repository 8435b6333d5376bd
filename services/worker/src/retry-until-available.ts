import { ProcessorError, rescheduleJob } from '@silla/core'
import type { JobPayload, JobTasks } from '@silla/db'
import { tenantContextOf } from './payload.ts'
import type { TaskContext } from './task-context.ts'

/**
 * So that what waits for the processor is done within a minute of its return, however long it was
 * away.
 */
const againSeconds = 15

/**
 * A task that asks the card processor. While that cannot be reached or is not sure of itself, the
 * job asks for itself again instead of failing: what it is about has to be done in the end, and
 * later and later would be too late.
 *
 * @param name of the task, and of the id that its payload has
 */
export const retryUntilAvailable =
  (
    parts: TaskContext,
    name: { task: string; id?: string },
    run: (payload: JobPayload) => Promise<void>,
  ): JobTasks[string] =>
  async (payload) => {
    try {
      await run(payload)
    } catch (error) {
      if (
        !(error instanceof ProcessorError) ||
        error.kind === 'refused' ||
        error.kind === 'unknown'
      )
        throw error
      const { task, id } = name
      const { businessId, ...about } = payload
      parts.log.warn(
        { task, businessId, problem: error.message },
        'the processor has not done it yet; asking again',
      )
      const key = id === undefined ? task : `${task}:${payload[id]}`
      await rescheduleJob(tenantContextOf(parts, payload), {
        task,
        payload: about,
        key,
        seconds: againSeconds,
      })
    }
  }
