import { momentOf } from '../clock.ts'
import type { Payment } from '../model/payment.ts'
import { type Processors, timeBudget } from '../ports/processor.ts'
import type { TenantContext } from '../request-context.ts'
import type { PaymentObservation } from './observation.ts'
import { processorByAccount } from './processor-by-account.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Fetches a payment's intent, its refunds and its disputes from the processor, and settles them
 * (D22).
 *
 * @param known what is settled together with that
 * @throws ProcessorError
 */
export async function refreshPayment(
  context: TenantContext,
  processors: Processors,
  payment: Pick<Payment, 'id' | 'account'> & { intentRef: string },
  known: readonly PaymentObservation[] = [],
): Promise<Payment> {
  const { id, account, intentRef } = payment
  const processor = await processorByAccount(context, processors, account)
  const budget = timeBudget()
  const observedAt = context.realClock.now()
  const intent = await processor.getIntent({ account, intentRef, budget })
  const refunds =
    intent.receivedCents > 0 ? await processor.listRefunds({ account, intentRef, budget }) : []
  const disputes = intent.isDisputed
    ? await processor.listDisputes({ account, intentRef, budget })
    : []
  const catalog = await context.tenant.catalog()
  const items = [
    { kind: 'intent', intent } as const,
    ...refunds.map((refund) => ({ kind: 'refund', intentRef, refund }) as const),
    ...disputes.map((dispute) => ({ kind: 'dispute', intentRef, dispute }) as const),
    ...known,
  ]
  return context.tenant.db.transaction((tx) =>
    settlePayment(tx, catalog, id, { items, observedAt }, momentOf(context)),
  )
}
