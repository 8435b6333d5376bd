import { jobQueries } from '@silla/db'
import type { TenantContext } from '../request-context.ts'
import { type LockedPayment, lockPayment } from './locked-payment.ts'
import { requestPaymentFailedMail, toEmailPayment } from './payment-mail.ts'

/** While another attempt is being processed, check again after this time. */
const recheckMinutes = 10

/**
 * Emails a customer whose payment failed a while ago, once, if the booking or order still has to be
 * paid (D23).
 */
export async function notifyPaymentFailed(
  { tenant, realClock }: TenantContext,
  paymentId: number,
): Promise<void> {
  const catalog = await tenant.catalog()
  await tenant.db.transaction(async (tx) => {
    const locked = await lockPayment(tx, catalog, paymentId)
    if (!locked || !isStillPayable(locked)) return
    const { payment, customer } = locked
    const now = realClock.now()
    if (payment.state === 'processing') {
      const runAt = new Date(now.getTime() + recheckMinutes * 60_000)
      await jobQueries.enqueue(tx, { task: 'tell-payment-failed', payload: { paymentId }, runAt })
    }
    if (payment.state !== 'failed') return
    const message = payment.facts.failure?.message ?? ''
    await requestPaymentFailedMail(
      tx,
      customer,
      { ...toEmailPayment(locked), id: paymentId, message },
      now,
    )
  })
}

/** A points package can be paid as long as its payment is open. */
function isStillPayable({ payment, booking, order }: LockedPayment): boolean {
  if (booking)
    return (
      booking.paymentId === null && (booking.state === 'pending' || booking.state === 'confirmed')
    )
  if (order) return order.paymentId === null && order.state === 'pending'
  return payment.isOpen
}
