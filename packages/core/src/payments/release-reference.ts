import { shopQueries, type Tx } from '@silla/db'
import type { Order } from '../shop/order.ts'
import type { LockedPayment } from './locked-payment.ts'
import { reversePointsForRefund } from './payment-points.ts'
import { requestedRefundCents } from './payment-state.ts'

/**
 * What comes of all the money being promised back: its points are taken back and an order is over;
 * what was not handed over yet goes back on the shelf. A refund that fails later changes none of
 * it, since it is tried again or given by hand. Once: nothing comes of it the second time.
 */
export async function releaseReference(tx: Tx, locked: LockedPayment, at: Date): Promise<void> {
  const { payment, order } = locked
  const { receivedCents } = payment.facts
  if (!payment.applied || requestedRefundCents(locked) < receivedCents) return
  await reversePointsForRefund(tx, locked, at)
  if (order === null || order.state === 'refunded') return
  if (order.state === 'paid') await restock(tx, order)
  await shopQueries.updateOrderRefunded(tx, { id: order.id, at })
}

/** Whoever orders locks the products in the same order. */
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
