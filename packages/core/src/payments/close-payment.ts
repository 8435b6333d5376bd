import { paymentQueries, processorCustomerQueries, savedCardQueries } from '@silla/db'
import { momentOf } from '../clock.ts'
import {
  isGoneError,
  type Processor,
  type Processors,
  type TimeBudget,
  timeBudget,
} from '../ports/processor.ts'
import type { TenantContext } from '../request-context.ts'
import type { PaymentObservation } from './observation.ts'
import { processorByAccount } from './processor-by-account.ts'
import { settlePayment } from './settle-payment.ts'
import { takeLease } from './take-lease.ts'

/**
 * Cancels a payment's intent at the processor and settles the result: if the money arrived first,
 * it counts (D14). An intent that is being processed stays open. One that is gone at the processor
 * cannot be paid any more: its payment is closed, and verified by the next reconciliation. Call it
 * outside transactions.
 *
 * @throws ProcessorError; `unavailable` also while another request holds the payment's lease
 */
export async function closePayment(
  context: TenantContext,
  processors: Processors,
  paymentId: number,
  budget = timeBudget(),
): Promise<void> {
  const [payment] = await context.tenant.db.transaction((tx) =>
    paymentQueries.findPaymentById(tx, paymentId),
  )
  if (!payment || !(payment.isOpen || payment.unverifiedSince)) return
  const processor = await processorByAccount(context, processors, payment.account)
  const lease = await takeLease(context, paymentId)
  try {
    const observedAt = context.realClock.now()
    const observation = await cancelIntent(
      context,
      processor,
      { ...payment, intentRef: lease.intentRef },
      budget,
    ).catch(toGone)
    const catalog = await context.tenant.catalog()
    await context.tenant.db.transaction((tx) =>
      settlePayment(
        tx,
        catalog,
        paymentId,
        { items: [observation], observedAt },
        momentOf(context),
      ),
    )
  } finally {
    await context.tenant.db.transaction((tx) =>
      paymentQueries.deletePaymentLease(tx, {
        id: paymentId,
        intentRef: null,
        keySpent: lease.wasSpent,
        at: context.realClock.now(),
      }),
    )
  }
}

function toGone(error: unknown): PaymentObservation {
  if (isGoneError(error)) return { kind: 'gone' }
  throw error
}

/** The response that named the intent may have been lost, so an unknown intent is searched for. */
async function cancelIntent(
  context: TenantContext,
  processor: Processor,
  payment: paymentQueries.PaymentRow,
  budget: TimeBudget,
): Promise<PaymentObservation> {
  const { account } = payment
  const cancel = async (intentRef: string): Promise<PaymentObservation> => ({
    kind: 'intent',
    intent: await processor.cancelIntent({ account, intentRef, budget }),
  })
  if (payment.intentRef !== null) return cancel(payment.intentRef)
  const customerRef = await findCustomerRef(context, payment)
  if (customerRef === null) return neverCreated
  const found = await processor.findIntentByPayment({
    account,
    businessId: context.tenant.businessId,
    paymentId: payment.id,
    ...{ customerRef, budget },
  })
  return found ? cancel(found.intentRef) : neverCreated
}

/** A fee belongs to who has its card, also when they were merged into another customer (D74). */
async function findCustomerRef(
  { tenant }: TenantContext,
  { id, purpose, customerId, account: accountRef }: paymentQueries.PaymentRow,
): Promise<string | null> {
  const [payer] = await tenant.db.transaction(
    (tx): Promise<{ customerRef: string | null }[]> =>
      purpose === 'fee'
        ? savedCardQueries.findCardOfFee(tx, id)
        : processorCustomerQueries.findProcessorCustomer(tx, { customerId, accountRef }),
  )
  return payer?.customerRef ?? null
}

const neverCreated = { kind: 'no_intent', failure: null } as const
