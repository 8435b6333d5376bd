import { customerQueries, type Profile } from '@silla/db'
import { fail } from '@silla/errors'
import { type RequestContext, signedInCustomer } from '../request-context.ts'

export type { Profile }

/**
 * The customer's own profile (D12).
 */
export async function customerProfile(context: RequestContext): Promise<Profile> {
  const { customerId } = signedInCustomer(context)
  const [[profile]] = await context.tenant.db.batch((tx) => [
    customerQueries.findCustomerWithAccount(tx, customerId),
  ])
  return profile ?? fail('INVALID_TOKEN')
}
