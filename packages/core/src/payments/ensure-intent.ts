import { idempotencyKeyQueries, paymentQueries } from '@silla/db'
import type { Currency } from '@silla/money'
import { momentOf } from '../clock.ts'
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
import { settleMissingIntent } from './settle-missing-intent.ts'
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
  /** The intent existed before this request. */
  alreadyExisted: boolean
  /** The intent succeeded or was cancelled: it cannot be paid any more. */
  isFinal: boolean
}

interface EnsureIntentInput {
  paymentId: number
  /** The payment is new, and this request holds the lease to call the processor. */
  holdsLease: boolean
  budget: TimeBudget
}

/**
 * The second and third step of creating an intent (D19): calls the processor with the payment's own
 * idempotency key, and stores the intent. Only one request at a time does so; others wait briefly
 * and read its result.
 *
 * @returns null when the payment was closed without an intent
 * @throws IDEMPOTENCY_IN_PROGRESS; PROCESSOR_UNAVAILABLE, PROCESSOR_NOT_CONFIGURED, PAYMENT_FAILED,
 *   CARD_DECLINED, INVALID_AMOUNT
 */
export async function ensurePaymentIntent(
  context: RequestContext,
  processors: Processors,
  input: EnsureIntentInput,
): Promise<PaymentIntentResult | null> {
  const ensure = (holdsLease: boolean) => ensureOnce(context, processors, { ...input, holdsLease })
  const retryWithoutCustomer = (error: unknown) => {
    if (error instanceof ProcessorError && error.kind === 'unknown') return ensure(false)
    throw error
  }
  return ensure(input.holdsLease).catch(retryWithoutCustomer).catch(throwProcessorError)
}

/**
 * @throws ProcessorError `unknown` when the customer was deleted at the processor: another attempt
 *   creates it again
 */
async function ensureOnce(
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
  const processor = await processorByAccount(context, processors, payment.account)
  const intent = lease.holdsLease
    ? await createIntent(context, processor, { ...lease, budget: input.budget })
    : await readIntent(context, processor, payment, input.budget)
  if (intent === null) return null
  const isFinal = intent.status === 'succeeded' || intent.status === 'cancelled'
  if (isFinal) await settle(context, payment.id, intent)
  return {
    intentRef: intent.intentRef,
    clientSecret: intent.clientSecret,
    amountCents: payment.amountCents,
    currency: payment.currency,
    customerRef: intent.customerRef,
    account: payment.account,
    publishableKey: processor.publishableKey,
    alreadyExisted: !lease.holdsLease,
    isFinal,
  }
}

interface CreateIntentInput {
  payment: paymentQueries.PaymentRow
  /** The previous processor key is spent: an intent may exist. */
  mustSearch: boolean
  budget: TimeBudget
}

/** Releases the lease in every case, and records whether the processor key can be used again. */
async function createIntent(
  context: RequestContext,
  processor: Processor,
  input: CreateIntentInput,
): Promise<Intent> {
  const { payment } = input
  let isSpent = input.mustSearch
  try {
    const customerRef = await processorCustomer(context, processor, payment, input.budget)
    const found = input.mustSearch
      ? await processor.findIntentByPayment({ ...ownMetadata(context, input), customerRef })
      : null
    isSpent = false
    const intent =
      found ?? (await processor.createIntent(await newIntent(context, input, customerRef)))
    await endLease(context, payment.id, { intentRef: intent.intentRef, keySpent: false })
    return intent
  } catch (error) {
    if (!(error instanceof ProcessorError)) {
      // an intent may exist; without a database the lease ends by itself
      await endLease(context, payment.id, { intentRef: null, keySpent: true }).catch(() => {})
      throw error
    }
    if (error.kind === 'unknown') await deleteProcessorCustomer(context, payment)
    if (error.kind === 'refused') await closeRefused(context, payment.id, error)
    else
      await endLease(context, payment.id, {
        intentRef: null,
        keySpent: isSpent || error.kind !== 'unavailable',
      })
    throw error
  }
}

async function newIntent(context: RequestContext, input: CreateIntentInput, customerRef: string) {
  const { payment } = input
  const { business } = await context.tenant.catalog()
  return {
    ...ownMetadata(context, input),
    key: payment.processorKey,
    customerRef,
    amountCents: payment.amountCents,
    currency: payment.currency,
    feeCents: payment.feeCents,
    description: business.name,
    savesCard: payment.cardId !== null,
  }
}

const ownMetadata = ({ tenant }: RequestContext, { payment, budget }: CreateIntentInput) => ({
  account: payment.account,
  businessId: tenant.businessId,
  paymentId: payment.id,
  budget,
})

const endLease = (
  { tenant, realClock }: RequestContext,
  id: number,
  outcome: { intentRef: string | null; keySpent: boolean },
) =>
  tenant.db.transaction((tx) =>
    paymentQueries.deletePaymentLease(tx, { id, ...outcome, at: realClock.now() }),
  )

/**
 * The processor refused to create the intent. The next request starts over, also one with the same
 * idempotency key (D19: a refusal is not stored).
 */
async function closeRefused(
  context: RequestContext,
  id: number,
  error: ProcessorError,
): Promise<void> {
  const catalog = await context.tenant.catalog()
  const moment = momentOf(context)
  const at = moment.realTime
  const { code, declined, message } = error
  const failure = { code, declined, message }
  await context.tenant.db.transaction(async (tx) => {
    await settlePayment(
      tx,
      catalog,
      id,
      { items: [{ kind: 'no_intent', failure }], observedAt: at },
      moment,
    )
    await paymentQueries.deletePaymentLease(tx, { id, intentRef: null, keySpent: false, at })
  })
  await deleteIdempotencyKey(context)
}

/** Null: the processor does not have the intent any more. */
async function readIntent(
  context: RequestContext,
  processor: Processor,
  payment: paymentQueries.PaymentRow,
  budget: TimeBudget,
): Promise<Intent | null> {
  try {
    return await processor.getIntent({
      account: payment.account,
      intentRef: payment.intentRef ?? '',
      budget,
    })
  } catch (error) {
    if (!(error instanceof ProcessorError && error.kind === 'unknown')) throw error
    await settleMissingIntent(context, payment.id)
    await deleteIdempotencyKey(context)
    return null
  }
}

async function settle(context: RequestContext, id: number, intent: Intent): Promise<void> {
  const catalog = await context.tenant.catalog()
  const moment = momentOf(context)
  const observations = {
    items: [{ kind: 'intent', intent } as const],
    observedAt: moment.realTime,
  }
  await context.tenant.db.transaction((tx) => settlePayment(tx, catalog, id, observations, moment))
}

/** The idempotency key refers to a payment that was closed, so it is deleted. */
async function deleteIdempotencyKey(context: RequestContext): Promise<void> {
  const { idempotentRequest, tenant } = context
  if (!idempotentRequest) return
  idempotentRequest.repeated = false
  await tenant.db.transaction((tx) =>
    idempotencyKeyQueries.deleteKey(tx, requestHashes(context.identity, idempotentRequest).keyHash),
  )
}
