import { paymentQueries, refundQueries } from '@silla/db'
import type { Processors } from '../ports/processor.ts'
import type { TenantContext } from '../request-context.ts'
import { closePayment } from './close-payment.ts'
import { refreshPayment } from './refresh-payment.ts'
import { scheduleRecheck } from './schedule-recheck.ts'

/** Nobody keeps a card form open for longer. */
const openHours = 24

/**
 * Fetches an unfinished payment and its refunds again, in case an event was lost (D22), and
 * schedules the next check until they are final. A payment that nobody makes within a day is
 * closed.
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

/** Null: the payment is final, and so are its refunds that were sent. */
async function unfinished(
  { tenant }: TenantContext,
  id: number,
): Promise<paymentQueries.PaymentRow | null> {
  const [[payment], refunds] = await tenant.db.batch((tx) => [
    paymentQueries.findPaymentById(tx, id),
    refundQueries.listRefunds(tx, id),
  ])
  const hasPendingRefund = refunds.some(
    ({ state, refundRef }) => state === 'pending' && refundRef !== null,
  )
  return payment && (payment.isOpen || hasPendingRefund) ? payment : null
}
