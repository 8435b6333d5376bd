import { paymentQueries } from '@silla/db'
import type { Processors } from '../ports/processor.ts'
import type { TenantContext } from '../request-context.ts'
import { closePayment } from './close-payment.ts'

/**
 * Ends whatever could still pay for a booking or an order that is about to lapse (D14). Outside any
 * transaction.
 *
 * @throws ProcessorError: as long as the processor does not answer nobody knows whether it was
 *   paid, and it does not lapse
 */
export async function closeOpenPayments(
  context: TenantContext,
  processors: Processors,
  of: paymentQueries.ReferenceRow,
): Promise<void> {
  const payments = await context.tenant.db.transaction((tx) =>
    paymentQueries.listPaymentsByReference(tx, of),
  )
  for (const { id, isOpen } of payments) if (isOpen) await closePayment(context, processors, id)
}
