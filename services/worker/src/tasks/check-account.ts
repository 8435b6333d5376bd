import { checkAccount } from '@silla/core'
import type { JobTasks } from '@silla/db'
import { textOf, workerOf } from '../payload.ts'
import { whenReached } from '../retry-until-available.ts'
import type { TaskParts } from '../task-context.ts'

export const checkAccountTask = (parts: TaskParts): JobTasks[string] =>
  whenReached(parts, { task: 'check-account', id: 'account' }, async (payload) => {
    await checkAccount(workerOf(parts, payload), parts.processors, textOf(payload, 'account'))
  })
