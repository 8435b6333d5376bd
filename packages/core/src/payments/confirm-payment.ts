import { bookingQueries, paymentQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { ownProfessionalId } from '../access/own-agenda.ts'
import { accessLevel, canAccess } from '../bookings/booking-access.ts'
import type { Payment } from '../model/payment.ts'
import { ProcessorError, type Processors } from '../ports/processor.ts'
import type { RequestContext } from '../request-context.ts'
import { readPayment } from './read-payment.ts'
import { refreshPayment } from './refresh-payment.ts'
import { settleMissingIntent } from './settle-missing-intent.ts'
import { throwPaymentError, throwProcessorError } from './to-refusal.ts'

/**
 * Confirms a payment by its state at the processor; what the context claims is not trusted (D22).
 * Once the money has arrived and is settled, the response stays the same, whether the processor is
 * available or not. A payment that was settled by an event has no receipt URL yet, so it is fetched
 * if possible.
 *
 * @param input.code proves access to a guest's booking (D9)
 * @returns a payment whose money has arrived or is being processed
 */
export async function confirmPayment(
  context: RequestContext,
  processors: Processors,
  input: { intentRef: string; code: string | null },
): Promise<Payment> {
  accessLevel(context, input.code, 'till.charge')
  const row = await accessiblePayment(context, input)
  if (row.settledAt !== null && row.receiptUrl !== '') return readPayment(row)
  const refreshing = refreshPayment(context, processors, { ...row, intentRef: input.intentRef })
  if (row.settledAt === null)
    return assertNotFailed(
      await refreshing.catch((error) => throwRefreshError(context, row, error)),
    )
  return refreshing.catch((error) => {
    if (error instanceof ProcessorError) return readPayment(row)
    throw error
  })
}

async function throwRefreshError(
  context: RequestContext,
  { id }: paymentQueries.PaymentRow,
  error: unknown,
): Promise<never> {
  if (!(error instanceof ProcessorError && error.kind === 'unknown'))
    return throwProcessorError(error)
  await settleMissingIntent(context, id)
  return fail('PAYMENT_NOT_FOUND', { cause: error })
}

async function accessiblePayment(
  context: RequestContext,
  { intentRef, code }: { intentRef: string; code: string | null },
): Promise<paymentQueries.PaymentRow> {
  const { db } = context.tenant
  const [[payment]] = await db.batch((tx) => [paymentQueries.findPaymentByIntent(tx, intentRef)])
  if (!payment) fail('PAYMENT_NOT_FOUND')
  const { identity } = context
  const own = ownProfessionalId(context)
  if (code === null && identity.kind !== 'customer' && own === null) return payment
  if (code === null && identity.kind === 'customer' && identity.customerId === payment.customerId)
    return payment

  const { reference } = payment
  if (reference.kind !== 'booking') fail('PAYMENT_NOT_FOUND')
  const { bookingId } = reference
  const [[booking]] = await db.batch((tx) => [bookingQueries.findBookingById(tx, bookingId, own)])
  if (!booking || !canAccess(context, code, booking)) fail('PAYMENT_NOT_FOUND')
  return payment
}

function assertNotFailed(payment: Payment): Payment {
  const { status, failure, receivedCents } = payment.facts
  if (receivedCents > 0 || status === 'processing' || status === 'succeeded') return payment
  if (status === 'failed') throwPaymentError(failure ?? { declined: false, message: '' })
  return fail('PAYMENT_NOT_COMPLETED')
}
