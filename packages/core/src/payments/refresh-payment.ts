import type { paymentQueries } from '@silla/db'
import { budgetOf, type Processors } from '../ports/processor.ts'
import type { TenantContext } from '../request-context.ts'
import type { Payment } from './payment.ts'
import { processorByAccount } from './processor-by-account.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Reads a payment's intent and all that went back of it at the processor, and settles what that
 * says (D22).
 *
 * @throws ProcessorError
 */
export async function refreshPayment(
  context: TenantContext,
  processors: Processors,
  payment: Pick<paymentQueries.PaymentRow, 'id' | 'accountRef'> & { intentRef: string },
): Promise<Payment> {
  const { id, accountRef: account, intentRef } = payment
  const processor = await processorByAccount(context, processors, account)
  const budget = budgetOf()
  const toldAt = context.clock.now()
  const intent = await processor.intent({ account, intentRef, budget })
  const refunds =
    intent.receivedCents > 0 ? await processor.refundsOfIntent({ account, intentRef, budget }) : []
  const catalog = await context.tenant.catalog()
  const update = [
    { about: 'intent', intent } as const,
    ...refunds.map((refund) => ({ about: 'refund', intentRef, refund }) as const),
  ]
  return context.tenant.db.transaction((tx) =>
    settlePayment(tx, catalog, id, { news: update, toldAt }, context.clock.now()),
  )
}
