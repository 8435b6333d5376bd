import { knownCustomerQueries } from '@silla/db'
import { ProvisioningError } from '../provisioning/provisioning-error.ts'
import { businessOnly, type RequestContext } from '../request-context.ts'
import { writeErasure } from './write-erasure.ts'

/**
 * What `eraseCustomer` does, by the salon's hand: for somebody who asked the salon, with an account
 * or without one.
 *
 * @throws INSUFFICIENT_SCOPE for everybody but the salon itself; ProvisioningError
 *   CUSTOMER_NOT_FOUND, also when it has been done
 */
export async function eraseCustomerAsStaff(
  context: RequestContext,
  id: number,
): Promise<{ id: number; erasedAt: Date }> {
  businessOnly(context)
  const catalog = await context.tenant.catalog()
  const at = context.clock.now()

  await context.tenant.db.transaction(async (tx) => {
    const [customer] = await knownCustomerQueries.lockCustomer(tx, id)
    if (!customer) {
      const observation = `${context.tenant.slug} has no customer with the id ${id}, or erased them already.`
      throw new ProvisioningError('CUSTOMER_NOT_FOUND', observation)
    }
    await writeErasure(tx, catalog, { id, email: customer.email, by: 'business', at })
  })
  return { id, erasedAt: at }
}
