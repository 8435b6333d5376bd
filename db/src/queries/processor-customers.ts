import type { Tx } from '../door.ts'
import type { Question } from '../pool.ts'

/** A salon's customer as the account knows them; `customer_ref` is null until the processor has answered. */
export interface ProcessorCustomerRow {
  id: number
  processor_key: string
  customer_ref: string | null
}

export const processorCustomer = (
  tx: Tx,
  of: { customerId: number; accountRef: string },
): Question<ProcessorCustomerRow> => tx`
  select id, processor_key, customer_ref from processor_customers
  where business_id = ${tx.businessId} and customer_id = ${of.customerId} and account_ref = ${of.accountRef}`
