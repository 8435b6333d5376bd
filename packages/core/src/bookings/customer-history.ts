import { bookingQueries } from '@silla/db'
import type { Catalog } from '../catalog/catalog.ts'
import type { RequestContext } from '../request-context.ts'
import { type CustomerHistory, dependsOnHistory } from './requirement.ts'

/**
 * The history of the customer who has signed in, where it matters for what they have to pay (D47). One
 * round trip; none for others.
 *
 * @returns null: nobody has signed in, or it does not matter
 */
export async function readHistory(
  { tenant, identity }: Pick<RequestContext, 'tenant' | 'identity'>,
  { settings }: Catalog,
): Promise<CustomerHistory | null> {
  if (identity.kind !== 'customer' || settings.requiresPrepayment || !dependsOnHistory(settings))
    return null
  const [[visits]] = await tenant.db.batch((tx) => [
    bookingQueries.countVisits(tx, identity.customerId),
  ])
  return visits ?? null
}
