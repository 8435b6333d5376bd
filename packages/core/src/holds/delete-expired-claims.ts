import { holdQueries, jobQueries } from '@silla/db'
import type { TenantContext } from '../request-context.ts'

/** Long enough that one job deletes the claims of several holds. */
const everyMinutes = 5

/**
 * Deletes what the expired holds of a salon claimed. `app.hold_visit` enqueues the job with the first
 * hold; it runs again while there are others.
 */
export async function deleteExpiredClaims({ tenant, clock }: TenantContext): Promise<void> {
  const now = clock.now()
  await tenant.db.transaction(async (tx) => {
    await holdQueries.deleteExpiredClaims(tx, now)
    const [claim] = await holdQueries.findClaimThatExpires(tx)
    if (!claim) return
    await jobQueries.enqueue(tx, {
      task: 'delete-expired-claims',
      payload: {},
      dueAt: new Date(now.getTime() + everyMinutes * 60_000),
      key: 'delete-expired-claims',
    })
  })
}
