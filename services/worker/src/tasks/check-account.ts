import { checkAccount } from '@silla/core'
import type { JobTasks } from '@silla/db'
import { textOf, workerOf } from '../payload.ts'
import type { TaskParts } from '../task-parts.ts'
import { whenReached } from '../when-reached.ts'

export const checkAccountTask = (parts: TaskParts): JobTasks[string] =>
  whenReached(parts, { task: 'check-account', id: 'account' }, async (payload) => {
    await checkAccount(workerOf(parts, payload), parts.processors, textOf(payload, 'account'))
  })
