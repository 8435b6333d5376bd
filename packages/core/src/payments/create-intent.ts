import { fail } from '@silla/errors'
import { withIdempotency } from '../idempotency/with-idempotency.ts'
import { type Processors, type TimeBudget, timeBudget } from '../ports/processor.ts'
import type { RequestContext } from '../request-context.ts'
import { closePayment } from './close-payment.ts'
import { ensurePaymentIntent, type PaymentIntentResult } from './ensure-intent.ts'
import { OtherPaymentOpenError, openPayment } from './open-payment.ts'
import { assertCanPay, type PaymentIntentInput } from './payable.ts'
import { throwProcessorError } from './to-refusal.ts'

/** How often what is open may turn out to be over, or another's, before we give up. */
const maxAttempts = 3

/**
 * Makes an intent for all that is due for a booking, an order or a package of points, or hands out
 * the open one again (D19, D21). In three steps, none of which waits for the processor inside a
 * transaction: the payment as a row, the processor, its answer.
 *
 * @throws AUTHENTICATION_REQUIRED; INVALID_AMOUNT, AMOUNT_MISMATCH; BOOKING_NOT_FOUND,
 *   ORDER_NOT_FOUND, PACKAGE_NOT_FOUND, CUSTOMER_NOT_FOUND; BOOKING_ALREADY_PAID,
 *   ORDER_ALREADY_PAID, CANNOT_PAY, POINTS_DISABLED; PROCESSOR_NOT_CONFIGURED,
 *   PROCESSOR_UNAVAILABLE, PAYMENT_FAILED, CARD_DECLINED; IDEMPOTENCY_KEY_REUSED,
 *   IDEMPOTENCY_IN_PROGRESS
 */
export async function createIntent(
  context: RequestContext,
  processors: Processors,
  input: PaymentIntentInput,
): Promise<PaymentIntentResult> {
  assertCanPay(context, input.reference, input.code)
  if (input.amountCents <= 0) fail('INVALID_AMOUNT')
  const budget = timeBudget()
  for (let round = 1; round <= maxAttempts; round++) {
    const requested = await tryOnce(context, processors, input, budget)
    if (requested !== null) return requested
  }
  return fail('CANNOT_PAY')
}

/** Null: what was open is not any more, and the question begins anew. */
async function tryOnce(
  requestContext: RequestContext,
  processors: Processors,
  query: PaymentIntentInput,
  budget: TimeBudget,
): Promise<PaymentIntentResult | null> {
  try {
    const opened = await openPaymentOnce(requestContext, processors, query)
    const asked = await ensurePaymentIntent(requestContext, processors, { ...opened, budget })
    if (asked === null) return null
    const { attempt } = requestContext
    const isReplay = attempt?.repeated === true
    // a try that broke off before there was an intent was not answered
    if (attempt) attempt.repeated = isReplay && asked.alreadyExisted
    return asked.isFinal && !isReplay ? null : asked
  } catch (error) {
    if (!(error instanceof OtherPaymentOpenError)) throw error
    await closePayment(requestContext, processors, error.paymentId, budget).catch(
      throwProcessorError,
    )
    return null
  }
}

async function openPaymentOnce(
  caller: RequestContext,
  processors: Processors,
  params: PaymentIntentInput,
): Promise<{ paymentId: number; holdsLease: boolean }> {
  const catalog = await caller.tenant.catalog()
  return caller.tenant.db.transaction(async (tx) => {
    let holdsLease = false
    const { paymentId } = await withIdempotency(caller, tx, async () => {
      const opened = await openPayment(caller, tx, { catalog, processors, input: params })
      holdsLease = opened.holdsLease
      return { paymentId: opened.paymentId }
    })
    return { paymentId, holdsLease }
  })
}
