import { shopQueries } from '@silla/db'
import type { RequestContext } from '../request-context.ts'

/** The stock by product, without products whose stock is not counted. One round trip. */
export async function stockLeft({ tenant }: RequestContext): Promise<ReadonlyMap<number, number>> {
  const [rows] = await tenant.db.batch((tx) => [shopQueries.findStock(tx)])
  return new Map(rows.map(({ id, left }) => [id, left]))
}
