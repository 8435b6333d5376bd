import { customerCardQueries, customerMergeQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import type { RequestContext } from '../request-context.ts'
import { customerScope } from './customer-scope.ts'

type LockedCard = Awaited<ReturnType<typeof customerCardQueries.lockCard>>[number]

/**
 * Locks a customer whom the caller may see until the transaction ends.
 *
 * @throws CUSTOMER_NOT_FOUND, CUSTOMER_MERGED
 */
export async function lockCardInScope(
  tx: Tx,
  context: RequestContext,
  id: number,
): Promise<LockedCard> {
  const { professionalId } = customerScope(context)
  const [card] = await customerCardQueries.lockCard(tx, { id, professionalId })
  return card ?? refuseUnknownCustomer(tx, context, id)
}

/** @throws CUSTOMER_NOT_FOUND for one whom the caller may not see; CUSTOMER_MERGED */
export async function assertCard(context: RequestContext, id: number): Promise<void> {
  const { professionalId } = customerScope(context)
  const [[card], [mergedInto]] = await context.tenant.db.batch((tx) => [
    customerCardQueries.findCard(tx, { id, professionalId }),
    customerMergeQueries.findMergedInto(tx, { id, professionalId }),
  ])
  if (!card) throwUnknownCustomer(mergedInto)
}

/** @throws CUSTOMER_MERGED for one who was merged into somebody whom the caller may see, else CUSTOMER_NOT_FOUND */
export async function refuseUnknownCustomer(
  tx: Tx,
  context: RequestContext,
  id: number,
): Promise<never> {
  const { professionalId } = customerScope(context)
  const [mergedInto] = await customerMergeQueries.findMergedInto(tx, { id, professionalId })
  return throwUnknownCustomer(mergedInto)
}

/** @param mergedInto undefined: they were not merged */
export const throwUnknownCustomer = (mergedInto: { id: number } | undefined): never =>
  mergedInto
    ? fail('CUSTOMER_MERGED', { extra: { customerId: mergedInto.id } })
    : fail('CUSTOMER_NOT_FOUND')
