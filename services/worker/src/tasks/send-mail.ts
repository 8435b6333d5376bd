import { sendMail } from '@silla/core'
import type { JobTasks } from '@silla/db'
import { idOf, workerOf } from '../payload.ts'
import type { TaskParts } from '../task-context.ts'

export const sendMailTask =
  (parts: TaskParts): JobTasks[string] =>
  (payload, tried) =>
    sendMail(workerOf(parts, payload), parts.mailer, idOf(payload, 'mailId'), tried)
