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
 * Ends a payment that nobody is to make any more, and settles what the processor says to that:
 * money that was faster counts (D14). One that is under way stays open. To be called outside any
 * transaction.
 *
 * @throws ProcessorError; `unavailable` also while somebody else is asking for it
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
  const processor = await processorByAccount(context, processors, payment.accountRef)
  const lease = await takeLease(context, paymentId)
  try {
    const observedAt = context.clock.now()
    const intent = await cancelIntent(
      context,
      processor,
      { ...payment, intentRef: lease.intentRef },
      budget,
    )
    const update = intent
      ? ({ kind: 'intent', intent } as const)
      : ({ kind: 'no_intent', failure: null } as const)
    const catalog = await context.tenant.catalog()
    await context.tenant.db.transaction((tx) =>
      settlePayment(tx, catalog, paymentId, { items: [update], observedAt }, context.clock.now()),
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

/** As long as nobody can be asking for it any more who began before us. */
const leaseMilliseconds = 30_000

/** Whoever pays just now has to be done with it first. */
async function takeLease(
  { tenant, clock }: TenantContext,
  id: number,
): Promise<paymentQueries.LeaseRow> {
  const now = clock.now()
  const until = new Date(now.getTime() + leaseMilliseconds)
  const [lease] = await tenant.db.transaction((tx) =>
    paymentQueries.updatePaymentLease(tx, { id, now, until, freshKey: crypto.randomUUID() }),
  )
  if (!lease)
    throw new ProcessorError('unavailable', 'somebody is asking the processor for this payment')
  return lease
}

/**
 * An answer may have got lost, so an intent that we do not know is looked for. Null: it was never
 * made.
 */
async function cancelIntent(
  tenantContext: TenantContext,
  processor: Processor,
  payment: paymentQueries.PaymentRow,
  budget: TimeBudget,
): Promise<Intent | null> {
  const { accountRef: account } = payment
  if (payment.intentRef !== null)
    return processor.cancelIntent({ account, intentRef: payment.intentRef, budget })
  const [customer] = await tenantContext.tenant.db.transaction((tx) =>
    processorCustomerQueries.findProcessorCustomer(tx, {
      customerId: payment.customerId,
      accountRef: account,
    }),
  )
  if (!customer?.customerRef) return null
  const found = await processor.findIntentByPayment({
    account,
    businessId: tenantContext.tenant.businessId,
    paymentId: payment.id,
    customerRef: customer.customerRef,
    budget,
  })
  return found && processor.cancelIntent({ account, intentRef: found.intentRef, budget })
}
