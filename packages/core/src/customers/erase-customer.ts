import { customerQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { momentOf } from '../clock.ts'
import { type RequestContext, signedInCustomer } from '../request-context.ts'
import { writeErasure } from './write-erasure.ts'

/**
 * Erases all personal data of the signed-in customer (D12): name, e-mail, phone, notes, e-mails,
 * the account and its sessions. Bookings and amounts stay. Upcoming visits are cancelled regardless
 * of the deadline.
 */
export async function eraseCustomer(
  context: RequestContext,
): Promise<{ id: number; erasedAt: Date }> {
  const { customerId: id } = signedInCustomer(context)
  const catalog = await context.tenant.catalog()
  const moment = momentOf(context)

  await context.tenant.db.transaction(async (tx) => {
    const [account] = await customerQueries.lockAccount(tx, id)
    if (!account) fail('INVALID_TOKEN')
    await writeErasure(tx, catalog, { id, email: account.email, by: 'customer', moment })
  })
  return { id, erasedAt: moment.realTime }
}
