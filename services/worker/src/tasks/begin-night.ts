import { beginNight } from '@silla/core'
import type { JobTasks } from '@silla/db'
import type { TaskParts } from '../task-context.ts'

/** The one job that is nobody's. */
export const beginNightTask =
  (parts: TaskParts): JobTasks[string] =>
  () =>
    beginNight(parts.registry, parts)
