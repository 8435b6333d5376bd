import { expireOrder } from '@silla/core'
import type { JobTasks } from '@silla/db'
import { idOf, workerOf } from '../payload.ts'
import type { TaskParts } from '../task-parts.ts'

export const expireOrderTask =
  (parts: TaskParts): JobTasks[string] =>
  (payload) =>
    expireOrder(workerOf(parts, payload), idOf(payload, 'orderId'))
