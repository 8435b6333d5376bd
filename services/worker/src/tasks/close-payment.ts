import { closePayment } from '@silla/core'
import type { JobTasks } from '@silla/db'
import { idOf, workerOf } from '../payload.ts'
import { whenReached } from '../retry-until-available.ts'
import type { TaskParts } from '../task-context.ts'

export const closePaymentTask = (parts: TaskParts): JobTasks[string] =>
  whenReached(parts, { task: 'close-payment', id: 'paymentId' }, (payload) =>
    closePayment(workerOf(parts, payload), parts.processors, idOf(payload, 'paymentId')),
  )
