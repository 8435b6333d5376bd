import { nightlyMaintenance } from '@silla/core'
import type { JobTasks } from '@silla/db'
import { tenantContextOf } from '../payload.ts'
import type { TaskContext } from '../task-context.ts'

export const nightlyMaintenanceTask =
  (parts: TaskContext): JobTasks[string] =>
  (payload) =>
    nightlyMaintenance(tenantContextOf(parts, payload))
