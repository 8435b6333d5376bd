import { jobQueries, paymentQueries, shopQueries, type Tx } from '@silla/db'
import { closeOpenPayments } from '../payments/close-open-payments.ts'
import type { Processors } from '../ports/processor.ts'
import type { TenantContext } from '../request-context.ts'
import { requestOrderMail } from './order-mail.ts'
import { readOrder } from './read-order.ts'

/** A payment that is under way when its order should lapse is looked at again after so long. */
const againMinutes = 5

/**
 * Lets go of an order that nobody paid in time and puts its products back (D25); a paid one stays
 * as it is. The processor ends what could still pay for it first, as it does for a booking (D14).
 *
 * @throws ProcessorError
 */
export async function expireOrder(
  context: TenantContext,
  processors: Processors,
  orderId: number,
): Promise<void> {
  const { tenant, clock } = context
  const isDue = (row: shopQueries.OrderRow | undefined) =>
    row?.state === 'pending' && row.expiresAt !== null && row.expiresAt <= clock.now()
  const [found] = await tenant.db.transaction((tx) => shopQueries.findOrderById(tx, orderId))
  if (!isDue(found)) return
  const of = { bookingId: null, orderId, packageId: null }
  await closeOpenPayments(context, processors, of)

  await tenant.db.transaction(async (tx) => {
    const [row] = await shopQueries.lockOrder(tx, orderId)
    if (!row || !isDue(row)) return
    const at = clock.now()
    const payments = await paymentQueries.listPaymentsByReference(tx, of)
    if (!payments.some(({ isOpen }) => isOpen)) return lapse(tx, row, at)
    const runAt = new Date(at.getTime() + againMinutes * 60_000)
    await jobQueries.enqueue(tx, { task: 'expire-order', payload: { orderId }, runAt })
  })
}

async function lapse(tx: Tx, row: shopQueries.OrderRow, at: Date): Promise<void> {
  await shopQueries.lockProducts(
    tx,
    row.lines.map((line) => line.productId),
  )
  await Promise.all([
    shopQueries.updateStock(
      tx,
      row.lines.map((line) => ({ productId: line.productId, quantity: -line.quantity })),
    ),
    shopQueries.updateOrderCancelled(tx, { id: row.id, at }),
    requestOrderMail(tx, { ...readOrder(row), state: 'cancelled', expiresAt: null }, 'expired', at),
  ])
}
