import { paymentQueries, type Tx } from '@silla/db'
import type { Catalog } from '../catalog/catalog.ts'
import type { Moment } from '../clock.ts'
import type { Booking } from '../model/booking.ts'
import { bookingDueNowCents } from '../model/due-now.ts'
import { paidForVisitCents, paysForVisit, summaryOf } from '../model/payment-summary.ts'
import { requestClosePayment } from './auto-refund.ts'
import { type LockedPayment, lockPayment } from './locked-payment.ts'
import { requestRefund } from './request-refund.ts'

/** Locks the payments of a booking for its visit, which has to be locked. */
export async function lockPaymentsOf(
  tx: Tx,
  catalog: Catalog,
  bookingId: number,
): Promise<LockedPayment[]> {
  const locked: LockedPayment[] = []
  const payments = await paymentQueries.listPaymentsByReference(tx, { kind: 'booking', bookingId })
  for (const { id } of payments.filter(paysForVisit)) {
    const payment = await lockPayment(tx, catalog, id)
    if (payment) locked.push(payment)
  }
  return locked
}

/**
 * Adjusts the payments of a booking that was moved to its new total (D37): an open one of another
 * amount is closed, and what was paid above a lower total is refunded. A higher total is paid at the
 * salon.
 *
 * @param percent how much of the difference is refunded
 */
export async function adjustPayments(
  tx: Tx,
  { settings }: Catalog,
  payments: readonly LockedPayment[],
  {
    before,
    after,
    percent,
    moment,
  }: { before: Booking; after: Booking; percent: number; moment: Moment },
): Promise<void> {
  const dueCents = bookingDueNowCents(after, settings)
  for (const locked of payments) {
    const { id, isOpen, amountCents } = locked.payment
    if (isOpen && amountCents !== dueCents) await requestClosePayment(tx, id)
    if (id !== before.paymentId) continue
    const paidCents = Math.min(paidForVisitCents(summaryOf(locked)), before.totalCents)
    const refundCents = Math.floor(((paidCents - after.totalCents) * percent) / 100)
    if (refundCents <= 0) continue
    await requestRefund(tx, locked, {
      reason: 'rescheduled',
      amountCents: refundCents,
      cause: `reschedule:${after.id}:${after.version}`,
      moment,
    })
  }
}
