import { processorAccountQueries } from '@silla/db'
import { fail, Refusal } from '@silla/errors'
import { withIdempotency } from '../idempotency/with-idempotency.ts'
import { type Processors, type TimeBudget, timeBudget } from '../ports/processor.ts'
import type { RequestContext } from '../request-context.ts'
import { storedPaymentId } from '../stored-json.ts'
import { requestAccountCheck } from './accounts/request-account-check.ts'
import { closePayment } from './close-payment.ts'
import { ensurePaymentIntent, type PaymentIntentResult } from './ensure-intent.ts'
import { OtherPaymentOpenError, openPayment } from './open-payment.ts'
import { assertCanPay, type PaymentIntentInput } from './payable.ts'
import { throwProcessorError } from './to-refusal.ts'

/** How many times the open payment may turn out to be final, or another one, before giving up. */
const maxAttempts = 3

/**
 * Creates an intent for the full amount due of a booking, an order or a points package, or returns
 * the open one (D19, D21). In three steps, none of which calls the processor inside a transaction:
 * insert the payment, call the processor, store the result.
 */
export async function createIntent(
  context: RequestContext,
  processors: Processors,
  input: PaymentIntentInput,
): Promise<PaymentIntentResult> {
  assertCanPay(context, input.reference, input.code)
  if (input.amountCents <= 0) fail('INVALID_AMOUNT')
  const budget = timeBudget()
  for (let count = 1; count <= maxAttempts; count++) {
    const result = await tryCreate(context, processors, input, budget)
    if (result !== null) return result
  }
  return fail('CANNOT_PAY')
}

/** Null: the payment was closed meanwhile, and the context starts over. */
async function tryCreate(
  context: RequestContext,
  processors: Processors,
  input: PaymentIntentInput,
  budget: TimeBudget,
): Promise<PaymentIntentResult | null> {
  try {
    const opened = await openPaymentOnce(context, processors, input)
    const result = await ensurePaymentIntent(context, processors, { ...opened, budget })
    if (result === null) return null
    const { idempotentRequest } = context
    const isReplay = idempotentRequest?.repeated === true
    // an attempt that ended before there was an intent has not been answered: this is not a replay
    if (idempotentRequest) idempotentRequest.repeated = isReplay && result.alreadyExisted
    return result.isFinal && !isReplay ? null : result
  } catch (error) {
    if (!(error instanceof OtherPaymentOpenError)) throw error
    await closePayment(context, processors, error.paymentId, budget).catch(throwProcessorError)
    return null
  }
}

async function openPaymentOnce(
  context: RequestContext,
  processors: Processors,
  input: PaymentIntentInput,
): Promise<{ paymentId: number; holdsLease: boolean }> {
  const catalog = await context.tenant.catalog()
  const opening = context.tenant.db.transaction(async (tx) => {
    let holdsLease = false
    const { paymentId } = await withIdempotency(context, tx, storedPaymentId, async () => {
      const opened = await openPayment(context, tx, { catalog, processors, input })
      holdsLease = opened.holdsLease
      return { paymentId: opened.paymentId }
    })
    return { paymentId, holdsLease }
  })
  return opening.catch(async (error) => {
    const isNotConfigured = error instanceof Refusal && error.code === 'PROCESSOR_NOT_CONFIGURED'
    if (isNotConfigured) await checkAccountNotReady(context)
    throw error
  })
}

/** Somebody wants to pay: the account may be able to charge by now, and the event was lost. */
async function checkAccountNotReady(context: RequestContext): Promise<void> {
  const [[account]] = await context.tenant.db.batch((tx) => [
    processorAccountQueries.findConnectedAccount(tx),
  ])
  if (account && !account.ready) await requestAccountCheck(context, account.accountRef)
}
