import { shopQueries } from '@silla/db'
import type { RequestContext } from '../request-context.ts'

/** How many are left, by product; a product that nobody counts is not in it. One round trip. */
export async function stockLeft({ tenant }: RequestContext): Promise<ReadonlyMap<number, number>> {
  const [rows] = await tenant.db.batch((tx) => [shopQueries.findStock(tx)])
  return new Map(rows.map(({ id, left }) => [id, left]))
}
