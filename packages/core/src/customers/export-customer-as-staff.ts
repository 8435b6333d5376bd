import type { RequestContext } from '../request-context.ts'
import { type CustomerRecords, customerRecords } from './customer-records.ts'

/**
 * The records of one customer, to be handed out. Nothing is changed; a unit of work is done all the
 * same, so that staff, whose units are noted, leaves an entry in the audit log for it.
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
