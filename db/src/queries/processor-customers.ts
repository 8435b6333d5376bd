import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'

/** A customer of the salon at the processor, one for each account. */
export interface ProcessorCustomerRow {
  id: number
  /** Under which the customer is created at the processor. */
  processorKey: string
  /** null: the processor has not answered yet */
  customerRef: string | null
}

export const findProcessorCustomer = (
  tx: Tx,
  customer: { customerId: number; accountRef: string },
): Query<ProcessorCustomerRow> => tx`
  select id, processor_key, customer_ref from processor_customers
  where business_id = ${tx.businessId} and customer_id = ${customer.customerId}
    and account_ref = ${customer.accountRef}`

/** Before the processor is called, so that a retry uses the same key. */
export const insertProcessorCustomer = (
  tx: Tx,
  customer: { customerId: number; accountRef: string; processorKey: string; at: Date },
): Query<object> => tx`
  insert into processor_customers (
    business_id, customer_id, account_ref, processor_key, created_at)
  values (
    ${tx.businessId}, ${customer.customerId}, ${customer.accountRef}, ${customer.processorKey},
    ${customer.at})
  on conflict do nothing`

/** Keeps a reference that is already there. */
export const updateProcessorCustomerRef = (
  tx: Tx,
  id: number,
  customerRef: string,
): Query<object> => tx`
  update processor_customers set customer_ref = ${customerRef}
  where business_id = ${tx.businessId} and id = ${id} and customer_ref is null`

/** The processor stores a failure under the previous key. */
export const updateProcessorCustomerKey = (
  tx: Tx,
  id: number,
  processorKey: string,
): Query<object> => tx`
  update processor_customers set processor_key = ${processorKey}
  where business_id = ${tx.businessId} and id = ${id} and customer_ref is null`

/** The customer does not exist at the processor any more, and is created when needed again. */
export const deleteProcessorCustomer = (
  tx: Tx,
  customer: { customerId: number; accountRef: string; processorKey: string },
): Query<object> => tx`
  update processor_customers set customer_ref = null, processor_key = ${customer.processorKey}
  where business_id = ${tx.businessId} and customer_id = ${customer.customerId}
    and account_ref = ${customer.accountRef}`
