import { jobQueries, paymentQueries, type Tx } from '@silla/db'
import type { Catalog } from '../catalog/catalog.ts'
import type { Moment } from '../clock.ts'
import { nothingToRefund, paysForVisit, type RefundStatus } from '../model/payment-summary.ts'
import { lockPayment } from './locked-payment.ts'
import { hasOpenDispute } from './payment-state.ts'
import { refundableCents, requestRefund } from './request-refund.ts'

/**
 * Refunds what was paid for a cancelled booking and not refunded yet, and closes its open payments
 * (D17); a fee stays (D46). The booking has to be locked.
 *
 * @param percent how much of it is refunded (`refundPercent`)
 * @returns what is certain: not a refund that waits for the end of a dispute
 */
export async function autoRefund(
  tx: Tx,
  catalog: Catalog,
  bookingId: number,
  { percent, moment }: { percent: number; moment: Moment },
): Promise<RefundStatus> {
  const payments = await paymentQueries.listPaymentsByReference(tx, { kind: 'booking', bookingId })
  let amountCents = 0
  for (const { id, isOpen } of payments.filter(paysForVisit)) {
    const locked = await lockPayment(tx, catalog, id)
    if (!locked) continue
    const cause = `cancel:${bookingId}:${id}`
    const refund = await requestRefund(tx, locked, {
      reason: 'cancelled',
      amountCents: partOf(locked, percent),
      cause,
      moment,
    })
    if (!hasOpenDispute(locked)) amountCents += refund?.amountCents ?? 0
    if (isOpen) await requestClosePayment(tx, id)
  }
  return amountCents > 0 ? { applies: true, amountCents, state: 'pending' } : nothingToRefund
}

/** What `autoRefund` would do to one payment now: what is certainly refunded, and what the salon keeps (D38). */
export const cancellationOf = (payment: RefundablePayment, percent: number) => ({
  refundCents: hasOpenDispute(payment) ? 0 : partOf(payment, percent),
  retainedCents: refundableCents(payment) - partOf(payment, percent),
})

type RefundablePayment = Parameters<typeof refundableCents>[0]

const partOf = (payment: RefundablePayment, percent: number): number =>
  Math.floor((refundableCents(payment) * percent) / 100)

/** A job, because the processor is called after the transaction has committed. */
export const requestClosePayment = (tx: Tx, paymentId: number) =>
  jobQueries.enqueue(tx, {
    task: 'close-payment',
    payload: { paymentId },
    key: `close-payment:${paymentId}`,
  })
