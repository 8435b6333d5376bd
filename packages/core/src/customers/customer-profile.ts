import { customerQueries } from '@silla/db'
import { fail } from '@silla/errors'
import type { RequestContext } from '../request-context.ts'
import type { Profile } from './profile.ts'
import { signedInCustomer } from './signed-in.ts'

/**
 * The customer's own profile (D12).
 *
 * @throws AUTHENTICATION_REQUIRED; INVALID_TOKEN when the account is gone and its token is not yet
 */
export async function customerProfile(context: RequestContext): Promise<Profile> {
  const { customerId } = signedInCustomer(context)
  const [[row]] = await context.tenant.db.batch((tx) => [
    customerQueries.findCustomerWithAccount(tx, customerId),
  ])
  return row ? readProfile(row) : fail('INVALID_TOKEN')
}

export const readProfile = (row: customerQueries.CustomerRow): Profile => ({
  id: row.id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  language: row.language,
  birthDate: row.birthDate,
  acceptsMarketing: row.acceptsMarketing,
  emailVerified: row.verifiedAt !== null,
  pointsBalance: row.pointsBalance,
  bookings: row.bookings,
  createdAt: row.createdAt,
})
