import type { TenantContext } from '../request-context.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Settles that the processor does not know a payment's intent any more, or gives no access to its
 * account: an open payment is closed, and verified by later reconciliations.
 */
export async function settleGone({ tenant, clock }: TenantContext, id: number): Promise<void> {
  const catalog = await tenant.catalog()
  const at = clock.now()
  await tenant.db.transaction((tx) =>
    settlePayment(tx, catalog, id, { items: [{ kind: 'gone' }], observedAt: at }, at),
  )
}
