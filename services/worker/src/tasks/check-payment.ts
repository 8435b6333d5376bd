import { recheckPayment } from '@silla/core'
import type { JobTasks } from '@silla/db'
import { idOf, tenantContextOf } from '../payload.ts'
import { retryUntilAvailable } from '../retry-until-available.ts'
import type { TaskContext } from '../task-context.ts'

export const recheckPaymentTask = (parts: TaskContext): JobTasks[string] =>
  retryUntilAvailable(parts, { task: 'check-payment', id: 'paymentId' }, (payload) =>
    recheckPayment(tenantContextOf(parts, payload), parts.processors, idOf(payload, 'paymentId')),
  )
