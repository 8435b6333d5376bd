import { customerQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { type RequestContext, signedInCustomer } from '../request-context.ts'
import { type Profile, readProfile } from './customer-profile.ts'
import { type CustomerRecords, readRecords, recordsOf } from './customer-records.ts'

/** All that a business keeps about one customer with an account (D12). */
export interface CustomerExport extends CustomerRecords {
  profile: Profile
}

/**
 * Hands a customer everything there is about them, read at one moment. Secrets are not among it: of
 * a session they learn when it was, of a letter what it was about.
 *
 * @throws AUTHENTICATION_REQUIRED; INVALID_TOKEN when the account is gone
 */
export async function exportCustomer(context: RequestContext): Promise<CustomerExport> {
  const { customerId } = signedInCustomer(context)
  const catalog = await context.tenant.catalog()
  const [[profile], ...rows] = await context.tenant.db.batch((tx) => [
    customerQueries.findCustomerWithAccount(tx, customerId),
    ...recordsOf(tx, customerId),
  ])
  return {
    profile: profile ? readProfile(profile) : fail('INVALID_TOKEN'),
    ...readRecords(context, catalog, rows),
  }
}
