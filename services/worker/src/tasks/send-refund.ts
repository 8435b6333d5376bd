import { sendRefund } from '@silla/core'
import type { JobTasks } from '@silla/db'
import { idOf, workerOf } from '../payload.ts'
import { whenReached } from '../retry-until-available.ts'
import type { TaskParts } from '../task-context.ts'

export const sendRefundTask = (parts: TaskParts): JobTasks[string] =>
  whenReached(parts, { task: 'send-refund', id: 'refundId' }, (payload) =>
    sendRefund(workerOf(parts, payload), parts.processors, idOf(payload, 'refundId')),
  )
