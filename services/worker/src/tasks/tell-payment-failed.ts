import { tellPaymentFailed } from '@silla/core'
import type { JobTasks } from '@silla/db'
import { idOf, workerOf } from '../payload.ts'
import type { TaskParts } from '../task-context.ts'

export const tellPaymentFailedTask =
  (parts: TaskParts): JobTasks[string] =>
  (payload) =>
    tellPaymentFailed(workerOf(parts, payload), idOf(payload, 'paymentId'))
