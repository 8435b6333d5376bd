import { nightlyRound } from '@silla/core'
import type { JobTasks } from '@silla/db'
import { workerOf } from '../payload.ts'
import type { TaskParts } from '../task-context.ts'

export const nightlyRoundTask =
  (parts: TaskParts): JobTasks[string] =>
  (payload) =>
    nightlyRound(workerOf(parts, payload))
