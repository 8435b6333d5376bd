import { shopQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { isBusiness } from '../access/allow.ts'
import { type Order, readOrder } from '../model/order.ts'
import type { RequestContext } from '../request-context.ts'

/** Which orders are listed, besides that customers see their own. */
export type OrderFilter = shopQueries.OrderFilter

/**
 * One page of a customer's own orders, or of orders for the business, the latest first, and the total
 * number. One round trip.
 */
export async function listOrders(
  context: RequestContext,
  { onlyUnpaid, ...filter }: OrderFilter,
  page: { offset: number; limit: number },
): Promise<{ orders: Order[]; total: number }> {
  const { tenant, identity } = context
  if (identity.kind === 'visitor') fail('AUTHENTICATION_REQUIRED')
  isBusiness(context, 'till.charge')
  const customerId = identity.kind === 'customer' ? identity.customerId : filter.customerId
  const listed = { customerId, onlyUnpaid }
  const [rows, [counted]] = await tenant.db.batch((tx) => [
    shopQueries.listOrders(tx, listed, page),
    shopQueries.countOrders(tx, listed),
  ])
  return { orders: rows.map(readOrder), total: counted?.count ?? 0 }
}
