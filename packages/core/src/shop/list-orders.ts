import { shopQueries } from '@silla/db'
import { fail } from '@silla/errors'
import type { RequestContext } from '../request-context.ts'
import type { Order } from './order.ts'
import { readOrder } from './read-order.ts'

/**
 * A customer's own orders, or all of them for the business, the latest first. One round trip.
 *
 * @throws AUTHENTICATION_REQUIRED for a visitor
 */
export async function listOrders(
  { tenant, identity }: RequestContext,
  page: { offset: number; limit: number },
): Promise<{ orders: Order[]; total: number }> {
  if (identity.kind === 'visitor') fail('AUTHENTICATION_REQUIRED')
  const customerId = identity.kind === 'customer' ? identity.customerId : null
  const [rows, [counted]] = await tenant.db.batch((tx) => [
    shopQueries.listOrders(tx, customerId, page),
    shopQueries.countOrders(tx, customerId),
  ])
  return { orders: rows.map(readOrder), total: counted?.count ?? 0 }
}
