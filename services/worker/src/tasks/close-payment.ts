import { closePayment } from '@silla/core'
import type { JobTasks } from '@silla/db'
import { idOf, tenantContextOf } from '../payload.ts'
import { retryUntilAvailable } from '../retry-until-available.ts'
import type { TaskContext } from '../task-context.ts'

export const closePaymentTask = (parts: TaskContext): JobTasks[string] =>
  retryUntilAvailable(parts, { task: 'close-payment', id: 'paymentId' }, (payload) =>
    closePayment(tenantContextOf(parts, payload), parts.processors, idOf(payload, 'paymentId')),
  )
