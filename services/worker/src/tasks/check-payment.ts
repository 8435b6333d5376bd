import { checkPayment } from '@silla/core'
import type { JobTasks } from '@silla/db'
import { idOf, workerOf } from '../payload.ts'
import { whenReached } from '../retry-until-available.ts'
import type { TaskParts } from '../task-context.ts'

export const checkPaymentTask = (parts: TaskParts): JobTasks[string] =>
  whenReached(parts, { task: 'check-payment', id: 'paymentId' }, (payload) =>
    checkPayment(workerOf(parts, payload), parts.processors, idOf(payload, 'paymentId')),
  )
