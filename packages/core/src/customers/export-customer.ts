import { customerQueries } from '@silla/db'
import { fail } from '@silla/errors'
import type { SecretsKeys } from '../credentials/seal.ts'
import { type RequestContext, signedInCustomer } from '../request-context.ts'
import type { Profile } from './customer-profile.ts'
import { type RecordsToIterate, readRecords, recordsOf } from './customer-records.ts'

/** Everything a business stores about one customer with an account (D12). */
export interface CustomerExport extends RecordsToIterate {
  profile: Profile
}

/**
 * Exports everything stored about the signed-in customer, read at one moment. Secrets are left out:
 * a session is exported with its times, an e-mail with its subject.
 */
export async function exportCustomer(
  context: RequestContext,
  secretsKeys: SecretsKeys | null,
): Promise<CustomerExport> {
  const { customerId } = signedInCustomer(context)
  const catalog = await context.tenant.catalog()
  const [[profile], ...rows] = await context.tenant.db.batch((tx) => [
    customerQueries.findCustomerWithAccount(tx, customerId),
    ...recordsOf(tx, customerId),
  ])
  return {
    profile: profile ?? fail('INVALID_TOKEN'),
    ...readRecords(context, catalog, rows, secretsKeys),
  }
}
