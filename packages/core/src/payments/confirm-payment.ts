import { bookingQueries, paymentQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { accessLevel, canAccess } from '../bookings/booking-access.ts'
import { ProcessorError, type Processors } from '../ports/processor.ts'
import type { RequestContext } from '../request-context.ts'
import type { Payment } from './payment.ts'
import { readPayment } from './read-payment.ts'
import { refreshPayment } from './refresh-payment.ts'
import { throwPaymentError, throwProcessorError } from './to-refusal.ts'

/**
 * What became of a payment, read from the processor and never believed from the caller (D22). Money
 * that has arrived is settled once; after that the answer is the same for ever, whether the
 * processor can be reached or not. An event that came first brings no receipt: it is fetched where
 * that can be.
 *
 * @param input.code proof for a guest's booking (D9)
 * @returns a payment whose money has arrived, or is on its way
 * @throws AUTHENTICATION_REQUIRED; PAYMENT_NOT_FOUND also for somebody else's;
 *   PAYMENT_NOT_COMPLETED, CARD_DECLINED, PAYMENT_FAILED; PROCESSOR_UNAVAILABLE
 */
export async function confirmPayment(
  context: RequestContext,
  processors: Processors,
  input: { intentRef: string; code: string | null },
): Promise<Payment> {
  accessLevel(context, input.code)
  const row = await accessiblePayment(context, input)
  if (row.settledAt !== null && row.receiptUrl !== '') return readPayment(row)
  const observation = refreshPayment(context, processors, { ...row, intentRef: input.intentRef })
  if (row.settledAt === null) return assertNotFailed(await observation.catch(throwProcessorError))
  return observation.catch((problem) => {
    if (problem instanceof ProcessorError) return readPayment(row)
    throw problem
  })
}

async function accessiblePayment(
  requestContext: RequestContext,
  { intentRef, code }: { intentRef: string; code: string | null },
): Promise<paymentQueries.PaymentRow> {
  const { db } = requestContext.tenant
  const [[payment]] = await db.batch((tx) => [paymentQueries.findPaymentByIntent(tx, intentRef)])
  if (!payment) fail('PAYMENT_NOT_FOUND')
  const { identity } = requestContext
  if (code === null && identity.kind !== 'customer') return payment
  if (code === null && identity.kind === 'customer' && identity.customerId === payment.customerId)
    return payment

  const bookingId = payment.bookingId ?? fail('PAYMENT_NOT_FOUND')
  const [[booking]] = await db.batch((tx) => [bookingQueries.findBookingById(tx, bookingId)])
  if (!booking || !canAccess(requestContext, code, booking)) fail('PAYMENT_NOT_FOUND')
  return payment
}

function assertNotFailed(payment: Payment): Payment {
  const { status, failure, receivedCents } = payment.facts
  if (receivedCents > 0 || status === 'processing' || status === 'succeeded') return payment
  if (status === 'failed') throwPaymentError(failure ?? { code: '', message: '' })
  return fail('PAYMENT_NOT_COMPLETED')
}
