import { idempotencyKeyQueries, paymentQueries } from '@silla/db'
import type { Currency } from '@silla/money'
import { requestHashes } from '../idempotency/request-hashes.ts'
import {
  type Intent,
  type Processor,
  ProcessorError,
  type Processors,
  type TimeBudget,
} from '../ports/processor.ts'
import type { RequestContext } from '../request-context.ts'
import { acquireLease } from './acquire-lease.ts'
import { processorByAccount } from './processor-by-account.ts'
import { deleteProcessorCustomer, processorCustomer } from './processor-customer.ts'
import { settlePayment } from './settle-payment.ts'
import { throwProcessorError } from './to-refusal.ts'

/**
 * An intent as the payer's browser needs it. `clientSecret` is for that browser alone: never
 * stored, never logged.
 */
export interface PaymentIntentResult {
  intentRef: string
  clientSecret: string
  amountCents: number
  currency: Currency
  customerRef: string
  account: string
  publishableKey: string
  /** It was there before this request. */
  alreadyExisted: boolean
  /** It was paid or ended: nobody can pay with it any more. */
  isFinal: boolean
}

interface EnsureIntentInput {
  paymentId: number
  /** The row is new, and the lease to ask the processor ours. */
  holdsLease: boolean
  budget: TimeBudget
}

/**
 * The second and third step to an intent (D19): asks the processor, under the payment's own key,
 * and writes down what it made. Only one at a time does so; the others wait a little and read what
 * came of it. Null: the payment was closed without one.
 *
 * @throws IDEMPOTENCY_IN_PROGRESS; PROCESSOR_UNAVAILABLE, PROCESSOR_NOT_CONFIGURED, PAYMENT_FAILED,
 *   CARD_DECLINED, INVALID_AMOUNT
 */
export async function ensurePaymentIntent(
  context: RequestContext,
  processors: Processors,
  input: EnsureIntentInput,
): Promise<PaymentIntentResult | null> {
  const lease = await acquireLease(context, input)
  if (lease === null) {
    await deleteIdempotencyKey(context)
    return null
  }
  const { payment } = lease
  const processor = await processorByAccount(context, processors, payment.accountRef).catch(
    throwProcessorError,
  )
  const intent = lease.holdsLease
    ? await createIntent(context, processor, { ...lease, budget: input.budget })
    : await readIntent(context, processor, payment, input.budget)
  if (intent === null) return null
  const isOver = intent.status === 'succeeded' || intent.status === 'cancelled'
  if (isOver) await settle(context, payment.id, intent)
  return {
    intentRef: intent.intentRef,
    clientSecret: intent.clientSecret,
    amountCents: payment.amountCents,
    currency: payment.currency,
    customerRef: intent.customerRef,
    account: payment.accountRef,
    publishableKey: processor.publishableKey,
    alreadyExisted: !lease.holdsLease,
    isFinal: isOver,
  }
}

interface CreateIntentInput {
  payment: paymentQueries.PaymentRow
  /** The key before this one is spent: an intent may be there. */
  mustSearch: boolean
  budget: TimeBudget
}

/** Whatever comes of it, the lease ends, and the next try knows whether its key is still good. */
async function createIntent(
  requestContext: RequestContext,
  processor: Processor,
  making: CreateIntentInput,
): Promise<Intent> {
  const { payment } = making
  let isSpent = making.mustSearch
  try {
    const customerRef = await processorCustomer(requestContext, processor, payment, making.budget)
    const found = making.mustSearch
      ? await processor.findIntentByPayment({ ...ownMetadata(requestContext, making), customerRef })
      : null
    isSpent = false
    const intent =
      found ?? (await processor.createIntent(await newIntent(requestContext, making, customerRef)))
    await endLease(requestContext, payment.id, { intentRef: intent.intentRef, keySpent: false })
    return intent
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error
    if (error.kind === 'unknown') await deleteProcessorCustomer(requestContext, payment)
    if (error.kind === 'refused') await closeRefused(requestContext, payment.id, error)
    else
      await endLease(requestContext, payment.id, {
        intentRef: null,
        keySpent: isSpent || error.kind !== 'unavailable',
      })
    return throwProcessorError(error)
  }
}

async function newIntent(caller: RequestContext, making: CreateIntentInput, customerRef: string) {
  const { payment } = making
  const { business } = await caller.tenant.catalog()
  return {
    ...ownMetadata(caller, making),
    key: payment.processorKey,
    customerRef,
    amountCents: payment.amountCents,
    currency: payment.currency,
    feeCents: payment.feeCents,
    description: business.name,
  }
}

const ownMetadata = ({ tenant }: RequestContext, { payment, budget }: CreateIntentInput) => ({
  account: payment.accountRef,
  businessId: tenant.businessId,
  paymentId: payment.id,
  budget,
})

const endLease = (
  { tenant, clock }: RequestContext,
  id: number,
  outcome: { intentRef: string | null; keySpent: boolean },
) =>
  tenant.db.transaction((tx) =>
    paymentQueries.deletePaymentLease(tx, { id, ...outcome, at: clock.now() }),
  )

/**
 * The processor will not make it: whoever asks next, also with the same name, begins anew (D19: a
 * refusal is not kept).
 */
async function closeRefused(
  caller: RequestContext,
  id: number,
  problem: ProcessorError,
): Promise<void> {
  const catalog = await caller.tenant.catalog()
  const at = caller.clock.now()
  const failure = { code: problem.code, message: problem.message }
  await caller.tenant.db.transaction(async (tx) => {
    await settlePayment(
      tx,
      catalog,
      id,
      { items: [{ kind: 'no_intent', failure }], observedAt: at },
      at,
    )
    await paymentQueries.deletePaymentLease(tx, { id, intentRef: null, keySpent: false, at })
  })
  await deleteIdempotencyKey(caller)
}

/** Null: the processor knows it no more. */
async function readIntent(
  caller: RequestContext,
  processor: Processor,
  payment: paymentQueries.PaymentRow,
  budget: TimeBudget,
): Promise<Intent | null> {
  try {
    return await processor.getIntent({
      account: payment.accountRef,
      intentRef: payment.intentRef ?? '',
      budget,
    })
  } catch (error) {
    if (!(error instanceof ProcessorError && error.kind === 'unknown'))
      return throwProcessorError(error)
    await settle(caller, payment.id, null)
    await deleteIdempotencyKey(caller)
    return null
  }
}

async function settle(
  { tenant, clock }: RequestContext,
  id: number,
  intent: Intent | null,
): Promise<void> {
  const catalog = await tenant.catalog()
  const at = clock.now()
  const update = intent
    ? ({ kind: 'intent', intent } as const)
    : ({ kind: 'no_intent', failure: null } as const)
  await tenant.db.transaction((tx) =>
    settlePayment(tx, catalog, id, { items: [update], observedAt: at }, at),
  )
}

/** What the request's name stands for led nowhere. */
async function deleteIdempotencyKey(caller: RequestContext): Promise<void> {
  const { attempt, tenant } = caller
  if (!attempt) return
  attempt.repeated = false
  await tenant.db.transaction((tx) =>
    idempotencyKeyQueries.deleteKey(tx, requestHashes(caller, attempt).keyHash),
  )
}
