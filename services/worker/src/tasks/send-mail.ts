import { sendMail } from '@silla/core'
import type { JobTasks } from '@silla/db'
import { idOf, tenantContextOf } from '../payload.ts'
import type { TaskContext } from '../task-context.ts'

export const sendMailTask =
  (parts: TaskContext): JobTasks[string] =>
  (payload, tried) =>
    sendMail(tenantContextOf(parts, payload), parts.mailer, idOf(payload, 'mailId'), tried)
