import { notifyPaymentFailed } from '@silla/core'
import type { JobTasks } from '@silla/db'
import { idOf, tenantContextOf } from '../payload.ts'
import type { TaskContext } from '../task-context.ts'

export const notifyPaymentFailedTask =
  (parts: TaskContext): JobTasks[string] =>
  (payload) =>
    notifyPaymentFailed(tenantContextOf(parts, payload), idOf(payload, 'paymentId'))
