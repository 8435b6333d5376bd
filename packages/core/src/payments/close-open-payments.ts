import { paymentQueries } from '@silla/db'
import type { Reference } from '../model/payment.ts'
import type { Processors } from '../ports/processor.ts'
import type { TenantContext } from '../request-context.ts'
import { closePayment } from './close-payment.ts'

/**
 * Closes the open payments of a booking or an order that is about to expire (D14). Call it outside
 * transactions.
 *
 * @throws ProcessorError: without the processor's response it is unknown whether the booking or
 *   order was paid, so it must not expire
 */
export async function closeOpenPayments(
  context: TenantContext,
  processors: Processors,
  reference: Reference,
): Promise<void> {
  const payments = await context.tenant.db.transaction((tx) =>
    paymentQueries.listPaymentsByReference(tx, reference),
  )
  for (const { id, isOpen } of payments) if (isOpen) await closePayment(context, processors, id)
}
