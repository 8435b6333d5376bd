import { customerQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { type RequestContext, signedInCustomer } from '../request-context.ts'
import { writeErasure } from './write-erasure.ts'

/**
 * Takes everything personal out of the salon's books (D12): name, e-mail, phone, notes, letters,
 * the account and its sessions. What was done and for how much stays. Visits still to come are
 * cancelled, whatever the deadline, since nobody would come.
 *
 * @throws AUTHENTICATION_REQUIRED; INVALID_TOKEN when it has been done
 */
export async function eraseCustomer(
  context: RequestContext,
): Promise<{ id: number; erasedAt: Date }> {
  const { customerId: id } = signedInCustomer(context)
  const catalog = await context.tenant.catalog()
  const at = context.clock.now()

  await context.tenant.db.transaction(async (tx) => {
    const [account] = await customerQueries.lockAccount(tx, id)
    if (!account) fail('INVALID_TOKEN')
    await writeErasure(tx, catalog, { id, email: account.email, by: 'customer', at })
  })
  return { id, erasedAt: at }
}
