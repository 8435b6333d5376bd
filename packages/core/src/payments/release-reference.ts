import { eventQueries, shopQueries, type Tx } from '@silla/db'
import type { Order } from '../model/order.ts'
import { summaryOf } from '../model/payment-summary.ts'
import type { LockedPayment } from './locked-payment.ts'
import { reversePointsForRefund } from './payment-points.ts'
import { lostCents, requestedRefundCents } from './payment-state.ts'

/**
 * Once refunds for all of the money are requested, reverses the points and ends the order; products
 * that were not handed over return to stock. A refund that fails later changes none of this, since
 * it is retried or made by hand. What a lost dispute takes back counts for the points alone. Runs
 * once: a second call has no effect.
 *
 * @param at by the clock of the business, as are the times of orders and points
 */
export async function releaseReference(tx: Tx, locked: LockedPayment, at: Date): Promise<void> {
  const { payment, order } = locked
  // neither a deposit nor a fee has given anything
  if (payment.purpose !== 'total') return
  const { receivedCents } = payment.facts
  const requestedCents = requestedRefundCents(locked)
  if (!payment.applied || requestedCents + lostCents(locked) < receivedCents) return
  await reversePointsForRefund(tx, locked, at)
  if (requestedCents < receivedCents) return
  if (order === null || order.state === 'refunded') return
  if (order.state === 'paid') await restock(tx, order)
  const refunded: Order = {
    ...order,
    state: 'refunded',
    payment: summaryOf(locked),
    version: order.version + 1,
    updatedAt: at,
  }
  await Promise.all([
    shopQueries.updateOrderRefunded(tx, { id: order.id, at }),
    eventQueries.recordEvent(tx, { type: 'pedido.reembolsado', at, payload: refunded }),
  ])
}

/** Orders lock the products in the same order. */
async function restock(tx: Tx, { lines }: Order): Promise<void> {
  await Promise.all([
    shopQueries.lockProducts(
      tx,
      lines.map(({ productId }) => productId),
    ),
    shopQueries.updateStock(
      tx,
      lines.map((line) => ({ productId: line.productId, quantity: -line.quantity })),
    ),
  ])
}
