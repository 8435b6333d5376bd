import { scheduleNightly } from '@silla/core'
import type { JobTasks } from '@silla/db'
import type { TaskContext } from '../task-context.ts'

/** The one job that is nobody's. */
export const scheduleNightlyTask =
  (parts: TaskContext): JobTasks[string] =>
  () =>
    scheduleNightly(parts.registry, parts)
