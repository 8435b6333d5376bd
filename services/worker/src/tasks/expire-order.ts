import { expireOrder } from '@silla/core'
import type { JobTasks } from '@silla/db'
import { idOf, tenantContextOf } from '../payload.ts'
import { retryUntilAvailable } from '../retry-until-available.ts'
import type { TaskContext } from '../task-context.ts'

export const expireOrderTask = (parts: TaskContext): JobTasks[string] =>
  retryUntilAvailable(parts, { task: 'expire-order', id: 'orderId' }, (payload) =>
    expireOrder(tenantContextOf(parts, payload), parts.processors, idOf(payload, 'orderId')),
  )
