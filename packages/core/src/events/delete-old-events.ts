import { eventQueries } from '@silla/db'
import type { TenantContext } from '../request-context.ts'

const retentionDays = 30
const batchSize = 1000

/**
 * Deletes the events that are older than a month, as far as no younger one comes before them (D42).
 * Their positions are not given again.
 */
export async function deleteOldEvents({
  tenant,
  realClock,
}: Pick<TenantContext, 'tenant' | 'realClock'>): Promise<void> {
  const before = new Date(realClock.now().getTime() - retentionDays * 24 * 3_600_000)
  for (let deleted = batchSize; deleted === batchSize; ) {
    deleted = await tenant.db.transaction(async (tx) => {
      const [first] = await eventQueries.findFirstRetainedPosition(tx, before)
      if (!first) return 0
      const { position } = first
      return eventQueries.deleteEventsBefore(tx, { position, limit: batchSize })
    })
  }
}
