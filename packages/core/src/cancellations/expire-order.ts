import { eventQueries, jobQueries, paymentQueries, shopQueries, type Tx } from '@silla/db'
import { type Order, readOrder } from '../model/order.ts'
import { closeOpenPayments } from '../payments/close-open-payments.ts'
import type { Processors } from '../ports/processor.ts'
import type { TenantContext } from '../request-context.ts'
import { requestOrderMail } from '../shop/order-mail.ts'

/** While a payment is in progress, expiry is tried again after this time. */
const retryMinutes = 5

/**
 * Cancels an order that was not paid in time and puts its products back in stock (D25); a paid one
 * is left unchanged. Open payments are cancelled at the processor first, as for a booking (D14).
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
  const of = { kind: 'order', orderId } as const
  await closeOpenPayments(context, processors, of)

  await tenant.db.transaction(async (tx) => {
    const [row] = await shopQueries.lockOrder(tx, orderId)
    if (!row || !isDue(row)) return
    const at = clock.now()
    const payments = await paymentQueries.listPaymentsByReference(tx, of)
    if (!payments.some(({ isOpen }) => isOpen)) return cancelOrder(tx, row, at)
    const runAt = new Date(context.realClock.now().getTime() + retryMinutes * 60_000)
    await jobQueries.enqueue(tx, { task: 'expire-order', payload: { orderId }, runAt })
  })
}

async function cancelOrder(tx: Tx, row: shopQueries.OrderRow, at: Date): Promise<void> {
  await shopQueries.lockProducts(
    tx,
    row.lines.map((line) => line.productId),
  )
  const cancelled: Order = {
    ...readOrder(row),
    state: 'cancelled',
    expiresAt: null,
    version: row.version + 1,
    updatedAt: at,
  }
  await Promise.all([
    shopQueries.updateStock(
      tx,
      row.lines.map((line) => ({ productId: line.productId, quantity: -line.quantity })),
    ),
    shopQueries.updateOrderCancelled(tx, { id: row.id, at }),
    eventQueries.recordEvent(tx, { type: 'pedido.cancelado', at, payload: cancelled }),
    requestOrderMail(tx, cancelled, 'expired', at),
  ])
}
