import { type Movement, pointsQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { type RequestContext, signedInCustomer } from '../request-context.ts'

/**
 * The signed-in customer's balance and one page of its movements, the latest first (D12). One round
 * trip.
 */
export async function customerPoints(
  context: RequestContext,
  page: { offset: number; limit: number },
): Promise<{ balance: number; movements: Movement[]; total: number }> {
  const { customerId } = signedInCustomer(context)
  const [[customer], movements, [counted]] = await context.tenant.db.batch((tx) => [
    pointsQueries.findPointsBalance(tx, customerId),
    pointsQueries.listMovements(tx, customerId, page),
    pointsQueries.countMovements(tx, customerId),
  ])
  if (!customer) fail('INVALID_TOKEN')
  return {
    balance: customer.pointsBalance,
    movements,
    total: counted?.count ?? 0,
  }
}
