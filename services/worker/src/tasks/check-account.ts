import { checkAccount } from '@silla/core'
import type { JobTasks } from '@silla/db'
import { tenantContextOf, textOf } from '../payload.ts'
import { retryUntilAvailable } from '../retry-until-available.ts'
import type { TaskContext } from '../task-context.ts'

export const checkAccountTask = (parts: TaskContext): JobTasks[string] =>
  retryUntilAvailable(parts, { task: 'check-account', id: 'account' }, async (payload) => {
    await checkAccount(
      tenantContextOf(parts, payload),
      parts.processors,
      textOf(payload, 'account'),
    )
  })
