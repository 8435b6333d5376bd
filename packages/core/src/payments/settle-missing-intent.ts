import { momentOf } from '../clock.ts'
import type { TenantContext } from '../request-context.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Settles that the processor does not know a payment's intent any more, or gives no access to its
 * account: an open payment is closed, and verified by later reconciliations.
 */
export async function settleMissingIntent(context: TenantContext, id: number): Promise<void> {
  const catalog = await context.tenant.catalog()
  const moment = momentOf(context)
  const observations = { items: [{ kind: 'gone' } as const], observedAt: moment.realTime }
  await context.tenant.db.transaction((tx) => settlePayment(tx, catalog, id, observations, moment))
}
