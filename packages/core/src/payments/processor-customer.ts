import { setTimeout as pause } from 'node:timers/promises'
import { type paymentQueries, processorCustomerQueries } from '@silla/db'
import { type Processor, ProcessorError, type TimeBudget } from '../ports/processor.ts'
import type { TenantContext } from '../request-context.ts'

/**
 * The processor's id of a payment's customer on the salon's account. It is created once: concurrent
 * requests use one idempotency key.
 *
 * @throws ProcessorError
 */
export async function processorCustomer(
  context: TenantContext,
  processor: Processor,
  payment: Payer,
  budget: TimeBudget,
): Promise<string> {
  const stored = await findOrInsertCustomer(context, customerKey(payment))
  if (stored.customerRef !== null) return stored.customerRef
  const customer = {
    account: payment.account,
    email: payment.customerEmail,
    customerId: payment.customerId,
    businessId: context.tenant.businessId,
    budget,
  }
  const { customerRef } = await retryWhileBusy(budget, () =>
    processor.createCustomer({ ...customer, key: stored.processorKey, name: payment.customerName }),
  ).catch((error) => findCreated(context, processor, { ...customer, id: stored.id }, error))
  await context.tenant.db.transaction((tx) =>
    processorCustomerQueries.updateProcessorCustomerRef(tx, stored.id, customerRef),
  )
  return customerRef
}

/** Who pays with a payment or a card, and on which account. */
type Payer = Pick<
  paymentQueries.PaymentRow,
  'account' | 'customerId' | 'customerName' | 'customerEmail'
>

/**
 * After a 5xx the processor keeps that response under the key, and the customer may have been
 * created: search for it, and if there is none, change the key.
 */
async function findCreated(
  context: TenantContext,
  processor: Processor,
  { id, ...customer }: Parameters<Processor['findCustomer']>[0] & { id: number },
  error: unknown,
): Promise<{ customerRef: string }> {
  if (!(error instanceof ProcessorError && error.kind === 'unsure')) throw error
  const found = await processor.findCustomer(customer)
  if (found) return found
  await changeKey(context, id)
  throw error
}

/** The customer was deleted at the processor. */
export const deleteProcessorCustomer = (
  { tenant }: TenantContext,
  payment: Pick<Payer, 'account' | 'customerId'>,
) =>
  tenant.db.transaction((tx) =>
    processorCustomerQueries.deleteProcessorCustomer(tx, {
      ...customerKey(payment),
      processorKey: crypto.randomUUID(),
    }),
  )

const customerKey = (payment: Pick<Payer, 'account' | 'customerId'>): CustomerKey => ({
  customerId: payment.customerId,
  accountRef: payment.account,
})

type CustomerKey = { customerId: number; accountRef: string }

const findOrInsertCustomer = (
  { tenant, realClock }: TenantContext,
  key: CustomerKey,
): Promise<processorCustomerQueries.ProcessorCustomerRow> =>
  tenant.db.transaction(async (tx) => {
    const [stored] = await processorCustomerQueries.findProcessorCustomer(tx, key)
    if (stored) return stored
    const processorKey = crypto.randomUUID()
    await processorCustomerQueries.insertProcessorCustomer(tx, {
      ...key,
      processorKey,
      at: realClock.now(),
    })
    const [inserted] = await processorCustomerQueries.findProcessorCustomer(tx, key)
    if (!inserted) throw new Error('the processor customer was not inserted')
    return inserted
  })

const changeKey = ({ tenant }: TenantContext, id: number) =>
  tenant.db.transaction((tx) =>
    processorCustomerQueries.updateProcessorCustomerKey(tx, id, crypto.randomUUID()),
  )

const pollMilliseconds = 200
const maxWaitMilliseconds = 2000

/** While another request uses the same idempotency key, it is worth waiting for its result. */
async function retryWhileBusy<T>(budget: TimeBudget, call: () => Promise<T>): Promise<T> {
  const endsAt = performance.now() + Math.min(maxWaitMilliseconds, budget.remainingMilliseconds())
  for (;;) {
    try {
      return await call()
    } catch (error) {
      const isBusy = error instanceof ProcessorError && error.code === 'idempotency_key_in_use'
      if (!isBusy || performance.now() > endsAt) throw error
      await pause(pollMilliseconds)
    }
  }
}
