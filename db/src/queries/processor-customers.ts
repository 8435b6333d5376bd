import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'

/**
 * A salon's customer as the account knows them; `customer_ref` is null until the processor has
 * answered.
 */
export interface ProcessorCustomerRow {
  id: number
  processorKey: string
  customerRef: string | null
}

export const findProcessorCustomer = (
  tx: Tx,
  of: { customerId: number; accountRef: string },
): Query<ProcessorCustomerRow> => tx`
  select id, processor_key, customer_ref from processor_customers
  where business_id = ${tx.businessId} and customer_id = ${of.customerId} and account_ref = ${of.accountRef}`

/** Before the processor is asked, so that asking again uses the same key. */
export const insertProcessorCustomer = (
  tx: Tx,
  customer: { customerId: number; accountRef: string; processorKey: string; at: Date },
): Query<object> => tx`
  insert into processor_customers (business_id, customer_id, account_ref, processor_key, created_at)
  values (${tx.businessId}, ${customer.customerId}, ${customer.accountRef}, ${customer.processorKey}, ${customer.at})
  on conflict do nothing`

/** The first name stays. */
export const updateProcessorCustomerRef = (
  tx: Tx,
  id: number,
  customerRef: string,
): Query<object> => tx`
  update processor_customers set customer_ref = ${customerRef}
  where business_id = ${tx.businessId} and id = ${id} and customer_ref is null`

/** The processor keeps a failure under the one before. */
export const updateProcessorCustomerKey = (
  tx: Tx,
  id: number,
  processorKey: string,
): Query<object> => tx`
  update processor_customers set processor_key = ${processorKey}
  where business_id = ${tx.businessId} and id = ${id} and customer_ref is null`

/** The processor does not know them any more: the next time they are made anew. */
export const deleteProcessorCustomer = (
  tx: Tx,
  of: { customerId: number; accountRef: string; processorKey: string },
): Query<object> => tx`
  update processor_customers set customer_ref = null, processor_key = ${of.processorKey}
  where business_id = ${tx.businessId} and customer_id = ${of.customerId} and account_ref = ${of.accountRef}`
