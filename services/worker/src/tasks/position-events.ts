import { positionEvents } from '@silla/core'
import type { JobTasks } from '@silla/db'
import { tenantContextOf } from '../payload.ts'
import type { TaskContext } from '../task-context.ts'

export const positionEventsTask =
  (parts: TaskContext): JobTasks[string] =>
  (payload) =>
    positionEvents(tenantContextOf(parts, payload))
