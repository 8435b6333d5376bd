import { mailQueries, type Tx } from '@silla/db'
import type { Order } from '../model/order.ts'

/** Requests an e-mail about an order, once for each kind (D30); an erased customer gets none. */
export async function requestOrderMail(
  tx: Tx,
  order: Order,
  mail: OrderMail,
  now: Date,
): Promise<void> {
  if (order.contact.email === '') return
  await mailQueries.requestMail(tx, {
    kind: `order_${mail}`,
    to: order.contact.email,
    language: order.language,
    payload: { ...order },
    cause: `order:${order.id}:${mail}`,
    now,
  })
}

export type OrderMail = 'received' | 'paid' | 'expired'
