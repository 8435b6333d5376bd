import { shopQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { isBusiness } from '../access/allow.ts'
import { type Order, readOrder } from '../model/order.ts'
import type { RequestContext } from '../request-context.ts'

/**
 * One page of a customer's own orders, or of all orders for the business, the latest first, and the
 * total number. One round trip.
 */
export async function listOrders(
  context: RequestContext,
  page: { offset: number; limit: number },
): Promise<{ orders: Order[]; total: number }> {
  const { tenant, identity } = context
  if (identity.kind === 'visitor') fail('AUTHENTICATION_REQUIRED')
  isBusiness(context, 'till.charge')
  const customerId = identity.kind === 'customer' ? identity.customerId : null
  const [rows, [counted]] = await tenant.db.batch((tx) => [
    shopQueries.listOrders(tx, customerId, page),
    shopQueries.countOrders(tx, customerId),
  ])
  return { orders: rows.map(readOrder), total: counted?.count ?? 0 }
}
