import { paymentQueries, refundQueries } from '@silla/db'
import type { Processors } from '../ports/processor.ts'
import type { TenantContext } from '../request-context.ts'
import { closePayment } from './close-payment.ts'
import { refreshPayment } from './refresh-payment.ts'
import { scheduleRecheck } from './schedule-recheck.ts'

/** Longer than that nobody sits in front of a card form. */
const openHours = 24

/**
 * Looks again at a payment or a refund that nobody knows the end of, should an event have got lost
 * (D22), and again until it has one. What nobody pays within a day is ended.
 *
 * @throws ProcessorError
 */
export async function recheckPayment(
  context: TenantContext,
  processors: Processors,
  paymentId: number,
): Promise<void> {
  const payment = await unfinished(context, paymentId)
  if (!payment) return
  const { intentRef } = payment
  if (intentRef !== null) await refreshPayment(context, processors, { ...payment, intentRef })
  const isStale =
    context.clock.now().getTime() - payment.createdAt.getTime() >= openHours * 3_600_000
  if (isStale || intentRef === null) await closePayment(context, processors, paymentId)
  if (await unfinished(context, paymentId)) await scheduleRecheck(context, payment)
}

/** Null: it has come to its end, and so have its refunds that were sent. */
async function unfinished(
  { tenant }: TenantContext,
  id: number,
): Promise<paymentQueries.PaymentRow | null> {
  const [[payment], refunds] = await tenant.db.batch((tx) => [
    paymentQueries.findPaymentById(tx, id),
    refundQueries.listRefunds(tx, id),
  ])
  const isSent = refunds.some(({ state, refundRef }) => state === 'pending' && refundRef !== null)
  return payment && (payment.isOpen || isSent) ? payment : null
}
