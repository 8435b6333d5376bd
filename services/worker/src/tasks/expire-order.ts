import { expireOrder } from '@silla/core'
import type { JobTasks } from '@silla/db'
import { idOf, workerOf } from '../payload.ts'
import { whenReached } from '../retry-until-available.ts'
import type { TaskParts } from '../task-context.ts'

export const expireOrderTask = (parts: TaskParts): JobTasks[string] =>
  whenReached(parts, { task: 'expire-order', id: 'orderId' }, (payload) =>
    expireOrder(workerOf(parts, payload), parts.processors, idOf(payload, 'orderId')),
  )
