import { paymentQueries, processorCustomerQueries } from '@silla/db'
import {
  type Intent,
  type Processor,
  ProcessorError,
  type Processors,
  type TimeBudget,
  timeBudget,
} from '../ports/processor.ts'
import type { TenantContext } from '../request-context.ts'
import { processorByAccount } from './processor-by-account.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Cancels a payment's intent at the processor and settles the result: if the money arrived first,
 * it counts (D14). An intent that is being processed stays open. Call it outside transactions.
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
  if (!payment?.isOpen) return
  const processor = await processorByAccount(context, processors, payment.account)
  const lease = await takeLease(context, paymentId)
  try {
    const observedAt = context.clock.now()
    const intent = await cancelIntent(
      context,
      processor,
      { ...payment, intentRef: lease.intentRef },
      budget,
    )
    const observation = intent
      ? ({ kind: 'intent', intent } as const)
      : ({ kind: 'no_intent', failure: null } as const)
    const catalog = await context.tenant.catalog()
    await context.tenant.db.transaction((tx) =>
      settlePayment(
        tx,
        catalog,
        paymentId,
        { items: [observation], observedAt },
        context.clock.now(),
      ),
    )
  } finally {
    await context.tenant.db.transaction((tx) =>
      paymentQueries.deletePaymentLease(tx, {
        id: paymentId,
        intentRef: null,
        keySpent: lease.wasSpent,
        at: context.clock.now(),
      }),
    )
  }
}

/** Longer than any earlier request for this intent can still be running. */
const leaseMilliseconds = 30_000

/** A request that is creating the intent has to finish first. */
async function takeLease(
  { tenant, clock }: TenantContext,
  id: number,
): Promise<paymentQueries.PaymentLease> {
  const now = clock.now()
  const until = new Date(now.getTime() + leaseMilliseconds)
  const [lease] = await tenant.db.transaction((tx) =>
    paymentQueries.updatePaymentLease(tx, { id, now, until, freshKey: crypto.randomUUID() }),
  )
  if (!lease) throw new ProcessorError('unavailable', 'the payment is locked by another request')
  return lease
}

/**
 * The response that named the intent may have been lost, so an unknown intent is searched for.
 * Null: it was never created.
 */
async function cancelIntent(
  context: TenantContext,
  processor: Processor,
  payment: paymentQueries.PaymentRow,
  budget: TimeBudget,
): Promise<Intent | null> {
  const { account } = payment
  if (payment.intentRef !== null)
    return processor.cancelIntent({ account, intentRef: payment.intentRef, budget })
  const [customer] = await context.tenant.db.transaction((tx) =>
    processorCustomerQueries.findProcessorCustomer(tx, {
      customerId: payment.customerId,
      accountRef: account,
    }),
  )
  if (!customer?.customerRef) return null
  const found = await processor.findIntentByPayment({
    account,
    businessId: context.tenant.businessId,
    paymentId: payment.id,
    customerRef: customer.customerRef,
    budget,
  })
  return found && processor.cancelIntent({ account, intentRef: found.intentRef, budget })
}
