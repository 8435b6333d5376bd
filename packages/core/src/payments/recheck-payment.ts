import { paymentQueries, refundQueries } from '@silla/db'
import type { Processors } from '../ports/processor.ts'
import type { TenantContext } from '../request-context.ts'
import { closePayment } from './close-payment.ts'
import { refreshPayment } from './refresh-payment.ts'
import { scheduleRecheck } from './schedule-recheck.ts'

/** Longer than that nobody sits in front of a card form. */
const openHours = 24

/**
 * Looks again at a payment or a refund that nobody knows the end of, should an event have got lost (D22), and again until
 * it has one. What nobody pays within a day is ended.
 *
 * @throws ProcessorError
 */
export async function recheckPayment(worker: TenantContext, processors: Processors, paymentId: number): Promise<void> {
  const payment = await unfinished(worker, paymentId)
  if (!payment) return
  const { intent_ref } = payment
  if (intent_ref !== null) await refreshPayment(worker, processors, { ...payment, intent_ref })
  const isStale = worker.clock.now().getTime() - payment.created_at.getTime() >= openHours * 3_600_000
  if (isStale || intent_ref === null) await closePayment(worker, processors, paymentId)
  if (await unfinished(worker, paymentId)) await scheduleRecheck(worker, payment)
}

/** Null: it has come to its end, and so have its refunds that were sent. */
async function unfinished({ tenant }: TenantContext, id: number): Promise<paymentQueries.PaymentRow | null> {
  const [[payment], refunds] = await tenant.door.batch<[paymentQueries.PaymentRow, refundQueries.RefundRow]>((tx) => [
    paymentQueries.findPaymentById(tx, id),
    refundQueries.listRefunds(tx, id),
  ])
  const isSent = refunds.some(({ state, refund_ref }) => state === 'pending' && refund_ref !== null)
  return payment && (payment.is_open || isSent) ? payment : null
}
