import { reconcile } from '@silla/core'
import type { JobTasks } from '@silla/db'
import { tenantContextOf } from '../payload.ts'
import { retryUntilAvailable } from '../retry-until-available.ts'
import type { TaskContext } from '../task-context.ts'

/** Yesterday and the day before: what was made late in a day is paid, or ended, by the next. */
const backHours = 48

/**
 * A difference is nothing that trying again would mend, so it is told and left to whoever reads the
 * log.
 */
export const reconcileTask = (parts: TaskContext): JobTasks[string] =>
  retryUntilAvailable(parts, { task: 'compare-books' }, async (payload) => {
    const to = parts.clock.now()
    const from = new Date(to.getTime() - backHours * 3_600_000)
    const { businessId } = payload
    for (const difference of await reconcile(tenantContextOf(parts, payload), parts.processors, {
      from,
      to,
    })) {
      parts.log.warn(
        { businessId, difference },
        'our books and the processor differ: silla payments reconcile',
      )
    }
  })
