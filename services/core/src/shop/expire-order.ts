import { shopQueries } from '@silla/db'
import type { Worker } from '../caller.ts'
import { requestOrderMail } from './order-mail.ts'
import { readOrder } from './read-order.ts'

/** Lets go of an order that nobody paid in time and puts its products back (D25); a paid one stays as it is. */
export async function expireOrder({ tenant, clock }: Worker, orderId: number): Promise<void> {
  await tenant.door.act(async (tx) => {
    const [row] = await shopQueries.orderForChange(tx, orderId)
    const at = clock.now()
    if (row?.state !== 'pending' || row.expires_at === null || row.expires_at > at) return
    await shopQueries.productsForChange(
      tx,
      row.lines.map((line) => line.product_id),
    )
    await Promise.all([
      shopQueries.takeFromStock(
        tx,
        row.lines.map((line) => ({ product_id: line.product_id, quantity: -line.quantity })),
      ),
      shopQueries.cancelOrder(tx, { id: row.id, at }),
      requestOrderMail(tx, { ...readOrder(row), state: 'cancelled', expiresAt: null }, 'expired', at),
    ])
  })
}
