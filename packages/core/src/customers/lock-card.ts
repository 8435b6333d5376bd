import { customerCardQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import type { RequestContext } from '../request-context.ts'
import { customerScope } from './customer-scope.ts'

type LockedCard = Awaited<ReturnType<typeof customerCardQueries.lockCard>>[number]

/**
 * Locks a customer whom the caller may see until the transaction ends.
 *
 * @throws CUSTOMER_NOT_FOUND
 */
export async function lockCardInScope(
  tx: Tx,
  context: RequestContext,
  id: number,
): Promise<LockedCard> {
  const { professionalId } = customerScope(context)
  const [card] = await customerCardQueries.lockCard(tx, { id, professionalId })
  return card ?? fail('CUSTOMER_NOT_FOUND')
}

/** @throws CUSTOMER_NOT_FOUND for one whom the caller may not see */
export async function assertCard(context: RequestContext, id: number): Promise<void> {
  const { professionalId } = customerScope(context)
  const [[card]] = await context.tenant.db.batch((tx) => [
    customerCardQueries.findCard(tx, { id, professionalId }),
  ])
  if (!card) fail('CUSTOMER_NOT_FOUND')
}
