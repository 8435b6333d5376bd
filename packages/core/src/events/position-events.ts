import { eventQueries } from '@silla/db'
import type { TenantContext } from '../request-context.ts'

const batchSize = 1000

/**
 * Assigns positions to new events, which makes them visible in a fixed order (D31). Events of a
 * transaction that is still open get theirs in a later run, which that transaction enqueues.
 */
export async function positionEvents({ tenant }: Pick<TenantContext, 'tenant'>): Promise<void> {
  for (;;) {
    const positioned = await tenant.db.transaction((tx) =>
      eventQueries.positionEvents(tx, batchSize),
    )
    if (positioned.length < batchSize) return
  }
}
