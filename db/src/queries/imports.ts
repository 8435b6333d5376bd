import { type Query, recordset } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { Language } from '../types/values.ts'

// Customers and bookings from the files of other products (D78), several hundred rows a statement.
// Hashes are hexadecimal.

/**
 * Locks the business until the transaction ends, so that two imports do not write the same row; bookings
 * go on.
 */
export const lockForImport = (tx: Tx): Query<{ catalogVersion: number }> => tx`
  select catalog_version from businesses where business_id = ${tx.businessId} for no key update`

export interface ImportedRow {
  externalHash: string
  customerId: number
  isErased: boolean
}

/** Which of these were imported before. */
export const listImported = (
  tx: Tx,
  input: { source: string; kind: 'customer' | 'booking'; hashes: readonly string[] },
): Query<ImportedRow> => tx`
  select encode(imported.external_hash, 'hex') as external_hash, imported.customer_id,
    customer.erased_at is not null as is_erased
  from imported_rows imported
  join customers customer
    on customer.business_id = ${tx.businessId} and customer.id = imported.customer_id
  where imported.business_id = ${tx.businessId} and imported.source = ${input.source}
    and imported.kind = ${input.kind}
    and imported.external_hash = any(array(
      select decode(hash, 'hex') from unnest(${[...input.hashes]}::text[]) as hash))`

export interface ExistingCustomer {
  id: number
  emailKey: string
  phone: string
}

/** By normalized e-mail. */
export const listCustomersByEmail = (
  tx: Tx,
  emailKeys: readonly string[],
): Query<ExistingCustomer> => tx`
  select id, email_key, phone from customers
  where business_id = ${tx.businessId} and email_key = any(${[...emailKeys]}::text[])`

export interface ImportedCustomer {
  id: number
  /** null: without an e-mail */
  emailKey: string | null
  email: string
  name: string
  phone: string
  language: Language
  createdAt: Date
  blockedAt: Date | null
}

/** Returns those that were inserted: not the ones whose e-mail somebody has. */
export const insertCustomers = (
  tx: Tx,
  rows: readonly ImportedCustomer[],
): Query<{ id: number }> => tx`
  insert into customers (
    business_id, id, email_key, email, name, phone, language, created_at, blocked_at)
  select ${tx.businessId}::uuid, input.id, input.email_key, input.email, input.name, input.phone,
    input.language, input.created_at, input.blocked_at
  from jsonb_to_recordset(${recordset(tx, rows)}) as input (
    id bigint, email_key text, email text, name text, phone text, language text,
    created_at timestamptz, blocked_at timestamptz)
  order by input.email_key
  on conflict on constraint customers_email_key do nothing
  returning id`

/** Completes customers who have no phone. */
export const fillPhones = (
  tx: Tx,
  rows: readonly { id: number; phone: string }[],
): Query<{ id: number }> => tx`
  update customers customer set phone = input.phone
  from jsonb_to_recordset(${recordset(tx, rows)}) as input (id bigint, phone text)
  where customer.business_id = ${tx.businessId} and customer.id = input.id
    and customer.phone = '' and customer.erased_at is null
  returning customer.id`

export const insertImportedRows = (
  tx: Tx,
  input: { source: string; kind: 'customer' | 'booking'; at: Date },
  rows: readonly { externalHash: string; customerId: number; bookingId: number | null }[],
): Query<{ id: number }> => tx`
  insert into imported_rows (
    business_id, source, kind, external_hash, customer_id, booking_id, imported_at)
  select ${tx.businessId}::uuid, ${input.source}, ${input.kind}, decode(input.external_hash, 'hex'),
    input.customer_id, input.booking_id, ${input.at}::timestamptz
  from jsonb_to_recordset(${recordset(tx, rows)}) as input (
    external_hash text, customer_id bigint, booking_id bigint)
  returning id`
