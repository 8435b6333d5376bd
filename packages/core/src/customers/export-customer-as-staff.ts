import type { RequestContext } from '../request-context.ts'
import { type CustomerRecords, customerRecords } from './customer-records.ts'

/**
 * The records of one customer, to be handed over. Nothing is changed, but an empty transaction is
 * run so that an export by platform staff is written to the audit log, as each transaction is.
 *
 * @throws INSUFFICIENT_SCOPE for everybody but the salon itself
 */
export async function exportCustomerAsStaff(
  context: RequestContext,
  customerId: number,
): Promise<CustomerRecords> {
  const records = await customerRecords(context, customerId)
  await context.tenant.db.transaction(async () => {})
  return records
}
