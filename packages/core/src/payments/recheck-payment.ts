import { disputeQueries, paymentQueries, refundQueries } from '@silla/db'
import { paysForVisit } from '../model/payment-summary.ts'
import { isGoneError, type Processors } from '../ports/processor.ts'
import type { TenantContext } from '../request-context.ts'
import { closePayment } from './close-payment.ts'
import { hasOpenDispute } from './payment-state.ts'
import { refreshPayment } from './refresh-payment.ts'
import { scheduleRecheck } from './schedule-recheck.ts'
import { settleMissingIntent } from './settle-missing-intent.ts'

/** Nobody keeps a card form open for longer. */
const openMinutes = 24 * 60

/** The customer has a link for a week, where their bank wants to authenticate them (D51). */
const feeMinutes = 8 * openMinutes

/** No request that creates an intent is repeated for longer. */
const withoutIntentMinutes = 10

/**
 * Fetches an unfinished payment, its refunds and disputes again, in case an event was lost (D22),
 * and schedules the next check until payment and refunds are final. A payment that nobody makes within a day is
 * closed, one without an intent after ten minutes, and one that is gone at the processor at once.
 *
 * @returns false when the processor does not know the payment, or gives no access to its account
 * @throws ProcessorError
 */
export async function recheckPayment(
  context: TenantContext,
  processors: Processors,
  paymentId: number,
): Promise<boolean> {
  const { payment, isFinal, isDisputed } = await progressOf(context, paymentId)
  if (!payment || (isFinal && !isDisputed && payment.unverifiedSince === null)) return true
  const { intentRef, createdAt, unverifiedSince } = payment
  try {
    if (intentRef !== null) await refreshPayment(context, processors, { ...payment, intentRef })
  } catch (error) {
    if (!isGoneError(error)) throw error
    await settleMissingIntent(context, paymentId)
    return false
  }
  const ageMinutes = (context.realClock.now().getTime() - createdAt.getTime()) / 60_000
  const mostMinutes = paysForVisit(payment) ? openMinutes : feeMinutes
  const isStale = ageMinutes >= (intentRef === null ? withoutIntentMinutes : mostMinutes)
  if (isStale || unverifiedSince !== null) await closePayment(context, processors, paymentId)
  const { isFinal: isDone } = await progressOf(context, paymentId)
  if (!isDone) await scheduleRecheck(context, payment)
  return true
}

interface Progress {
  payment: paymentQueries.PaymentRow | undefined
  /** It cannot be paid any more, and its refunds that were sent are settled. */
  isFinal: boolean
  /** A dispute is open. That takes months, so it is checked with each reconciliation only. */
  isDisputed: boolean
}

/** A refund that is not sent yet has its own job. */
async function progressOf({ tenant }: TenantContext, id: number): Promise<Progress> {
  const [[payment], refunds, disputes] = await tenant.db.batch((tx) => [
    paymentQueries.findPaymentById(tx, id),
    refundQueries.listRefunds(tx, id),
    disputeQueries.listDisputes(tx, id),
  ])
  const hasPendingRefund = refunds.some(
    ({ state, refundRef }) => state === 'pending' && refundRef !== null,
  )
  return {
    payment,
    isFinal: !(payment?.isOpen || hasPendingRefund),
    isDisputed: hasOpenDispute({ disputes }),
  }
}

/** How long a payment that was closed without the processor's confirmation is verified again. */
const verifyDays = 30

/** Payments that are unverified since an earlier time are not looked for any more. */
export const unverifiedAfter = (now: Date): Date =>
  new Date(now.getTime() - verifyDays * 24 * 3_600_000)
