import { eventQueries } from '@silla/db'
import type { TenantContext } from '../request-context.ts'

const atOnce = 1000

/**
 * Lets what happened be seen, in an order that stays (D31). A transaction that is still open when
 * this begins gets its positions the next time: it asks for that itself.
 */
export async function positionEvents({ tenant }: Pick<TenantContext, 'tenant'>): Promise<void> {
  for (;;) {
    const given = await tenant.db.transaction((tx) => eventQueries.positionEvents(tx, atOnce))
    if (given.length < atOnce) return
  }
}
