import { setTimeout as pause } from 'node:timers/promises'
import { type paymentQueries, processorCustomerQueries } from '@silla/db'
import { type Processor, ProcessorError, type TimeBudget } from '../ports/processor.ts'
import type { RequestContext } from '../request-context.ts'

/**
 * The processor's name for a payment's customer on the salon's account, made once: two who ask at
 * the same moment use one key.
 *
 * @throws ProcessorError
 */
export async function processorCustomer(
  context: RequestContext,
  processor: Processor,
  payment: paymentQueries.PaymentRow,
  budget: TimeBudget,
): Promise<string> {
  const known = await findOrInsertCustomer(context, customerKey(payment))
  if (known.customerRef !== null) return known.customerRef
  const who = {
    account: payment.accountRef,
    email: payment.customerEmail,
    customerId: payment.customerId,
    businessId: context.tenant.businessId,
    budget,
  }
  const { customerRef } = await retryWhileBusy(budget, () =>
    processor.createCustomer({ ...who, key: known.processorKey, name: payment.customerName }),
  ).catch((error) => findCreated(context, processor, { ...who, id: known.id }, error))
  await context.tenant.db.transaction((tx) =>
    processorCustomerQueries.updateProcessorCustomerRef(tx, known.id, customerRef),
  )
  return customerRef
}

/**
 * A failure that was answered stands under its key and may have had its effect: whoever was made is
 * looked for, else the key changes.
 */
async function findCreated(
  requestContext: RequestContext,
  processor: Processor,
  { id, ...who }: Parameters<Processor['findCustomer']>[0] & { id: number },
  error: unknown,
): Promise<{ customerRef: string }> {
  if (!(error instanceof ProcessorError && error.kind === 'unsure')) throw error
  const made = await processor.findCustomer(who)
  if (made) return made
  await changeKey(requestContext, id)
  throw error
}

/** Somebody deleted them at the processor. */
export const deleteProcessorCustomer = (
  { tenant }: RequestContext,
  payment: paymentQueries.PaymentRow,
) =>
  tenant.db.transaction((tx) =>
    processorCustomerQueries.deleteProcessorCustomer(tx, {
      ...customerKey(payment),
      processorKey: crypto.randomUUID(),
    }),
  )

const customerKey = (payment: paymentQueries.PaymentRow): CustomerKey => ({
  customerId: payment.customerId,
  accountRef: payment.accountRef,
})

type CustomerKey = { customerId: number; accountRef: string }

const findOrInsertCustomer = (
  { tenant, clock }: RequestContext,
  of: CustomerKey,
): Promise<processorCustomerQueries.ProcessorCustomerRow> =>
  tenant.db.transaction(async (tx) => {
    const [known] = await processorCustomerQueries.findProcessorCustomer(tx, of)
    if (known) return known
    const key = crypto.randomUUID()
    await processorCustomerQueries.insertProcessorCustomer(tx, {
      ...of,
      processorKey: key,
      at: clock.now(),
    })
    const [made] = await processorCustomerQueries.findProcessorCustomer(tx, of)
    if (!made) throw new Error('a customer of the processor was not written')
    return made
  })

const changeKey = ({ tenant }: RequestContext, id: number) =>
  tenant.db.transaction((tx) =>
    processorCustomerQueries.updateProcessorCustomerKey(tx, id, crypto.randomUUID()),
  )

const lookEveryMilliseconds = 200
const waitAtMostMilliseconds = 2000

/** While somebody else is asking with the same key, their answer is worth waiting for. */
async function retryWhileBusy<T>(budget: TimeBudget, question: () => Promise<T>): Promise<T> {
  const endsAt =
    performance.now() + Math.min(waitAtMostMilliseconds, budget.remainingMilliseconds())
  for (;;) {
    try {
      return await question()
    } catch (error) {
      const isBusy = error instanceof ProcessorError && error.code === 'idempotency_key_in_use'
      if (!isBusy || performance.now() > endsAt) throw error
      await pause(lookEveryMilliseconds)
    }
  }
}
