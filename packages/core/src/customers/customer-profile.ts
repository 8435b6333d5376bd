import { customerQueries } from '@silla/db'
import { fail } from '@silla/errors'
import type { Language } from '../catalog/catalog.ts'
import { type RequestContext, signedInCustomer } from '../request-context.ts'

/** A customer's account data, as the customer sees it (D12). */
export interface Profile {
  id: number
  name: string
  email: string
  /** E.164 or empty. */
  phone: string
  language: Language
  /** YYYY-MM-DD */
  birthDate: string | null
  acceptsMarketing: boolean
  emailVerified: boolean
  pointsBalance: number
  bookings: number
  createdAt: Date
}

/**
 * The customer's own profile (D12).
 *
 * @throws AUTHENTICATION_REQUIRED; INVALID_TOKEN when the account was deleted while its token is
 *   still valid
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
