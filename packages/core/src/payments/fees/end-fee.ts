import { feeQueries } from '@silla/db'
import type { Processors } from '../../ports/processor.ts'
import type { TenantContext } from '../../request-context.ts'
import { closePayment } from '../close-payment.ts'

/**
 * Ends a fee that was not paid with the link in time; if it was paid first, it is charged (D51).
 *
 * @throws ProcessorError
 */
export async function endFee(
  context: TenantContext,
  processors: Processors,
  feeId: number,
): Promise<void> {
  const [fee] = await context.tenant.db.transaction((tx) => feeQueries.findFee(tx, feeId))
  if (fee?.state !== 'action' || fee.linkUntil === null) return
  if (fee.linkUntil > context.realClock.now()) return
  await closePayment(context, processors, fee.paymentId)
}
