import { sendReminder } from '@silla/core'
import type { JobTasks } from '@silla/db'
import { idOf, tenantContextOf } from '../payload.ts'
import type { TaskContext } from '../task-context.ts'

export const sendReminderTask =
  (parts: TaskContext): JobTasks[string] =>
  (payload) =>
    sendReminder(tenantContextOf(parts, payload), idOf(payload, 'bookingId'))
