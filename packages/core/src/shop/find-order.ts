import { shopQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { isBusiness } from '../access/allow.ts'
import { type Order, readOrder } from '../model/order.ts'
import type { RequestContext } from '../request-context.ts'

/**
 * Finds an order, for its customer or the business.
 */
export async function findOrder(context: RequestContext, id: number): Promise<Order> {
  const { tenant, identity } = context
  if (identity.kind === 'visitor') fail('AUTHENTICATION_REQUIRED')
  const byBusiness = isBusiness(context, 'till.charge')
  const [[row]] = await tenant.db.batch((tx) => [shopQueries.findOrderById(tx, id)])
  const isAllowed =
    byBusiness || (identity.kind === 'customer' && identity.customerId === row?.customerId)
  if (!row || !isAllowed) fail('ORDER_NOT_FOUND')
  return readOrder(row)
}
