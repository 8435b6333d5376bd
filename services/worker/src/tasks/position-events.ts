import { positionEvents } from '@silla/core'
import type { JobTasks } from '@silla/db'
import { workerOf } from '../payload.ts'
import type { TaskParts } from '../task-context.ts'

export const positionEventsTask =
  (parts: TaskParts): JobTasks[string] =>
  (payload) =>
    positionEvents(workerOf(parts, payload))
