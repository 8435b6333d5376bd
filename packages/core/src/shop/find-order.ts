import { shopQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { type Order, readOrder } from '../model/order.ts'
import type { RequestContext } from '../request-context.ts'

/**
 * Finds an order, for its customer or the business.
 */
export async function findOrder({ tenant, identity }: RequestContext, id: number): Promise<Order> {
  if (identity.kind === 'visitor') fail('AUTHENTICATION_REQUIRED')
  const [[row]] = await tenant.db.batch((tx) => [shopQueries.findOrderById(tx, id)])
  const isAllowed = identity.kind === 'business' || identity.customerId === row?.customerId
  if (!row || !isAllowed) fail('ORDER_NOT_FOUND')
  return readOrder(row)
}
