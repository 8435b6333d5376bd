import { customerQueries } from '@silla/db'
import { allow } from '../access/allow.ts'
import { ProvisioningError } from '../business/provisioning-error.ts'
import { momentOf } from '../clock.ts'
import type { RequestContext } from '../request-context.ts'
import { writeErasure } from './write-erasure.ts'

/**
 * Erases a customer on behalf of the salon, for somebody who requested it there, with an account or
 * without one.
 *
 * @throws INSUFFICIENT_SCOPE for everybody but the salon itself; ProvisioningError
 *   CUSTOMER_NOT_FOUND, also for a customer who was erased already
 */
export async function eraseCustomerAsStaff(
  context: RequestContext,
  id: number,
): Promise<{ id: number; erasedAt: Date }> {
  allow(context, 'customers.export')
  const catalog = await context.tenant.catalog()
  const moment = momentOf(context)

  await context.tenant.db.transaction(async (tx) => {
    const [customer] = await customerQueries.lockCustomer(tx, id)
    if (!customer) {
      const { slug } = context.tenant
      const message = `${slug} has no customer with the id ${id}, or erased them already.`
      throw new ProvisioningError('CUSTOMER_NOT_FOUND', message)
    }
    await writeErasure(tx, catalog, { id, email: customer.email, by: 'business', moment })
  })
  return { id, erasedAt: moment.realTime }
}
