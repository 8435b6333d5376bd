import type { SecretsKeys } from '../credentials/seal.ts'
import type { RequestContext } from '../request-context.ts'
import { type CustomerRecords, customerRecords } from './customer-records.ts'

/**
 * The records of one customer, to be handed over. Nothing is changed, but an empty transaction is
 * run so that an export by platform staff is written to the audit log, as each transaction is.
 *
 * @param secretsKeys null: allergies have no text
 * @throws INSUFFICIENT_SCOPE for everybody but the salon itself
 */
export async function exportCustomerAsStaff(
  context: RequestContext,
  customerId: number,
  secretsKeys: SecretsKeys | null,
): Promise<CustomerRecords> {
  const records = await customerRecords(context, customerId, secretsKeys)
  await context.tenant.db.transaction(async () => {})
  return records
}
