import { sendRefund } from '@silla/core'
import type { JobTasks } from '@silla/db'
import { idOf, tenantContextOf } from '../payload.ts'
import { retryUntilAvailable } from '../retry-until-available.ts'
import type { TaskContext } from '../task-context.ts'

export const sendRefundTask = (parts: TaskContext): JobTasks[string] =>
  retryUntilAvailable(parts, { task: 'send-refund', id: 'refundId' }, (payload) =>
    sendRefund(tenantContextOf(parts, payload), parts.processors, idOf(payload, 'refundId')),
  )
