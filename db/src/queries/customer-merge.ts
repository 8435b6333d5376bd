import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import { updatedSearchColumns } from './customer-words.ts'
import { visitedCondition } from './customers.ts'

// Merges one customer into another (D74). A customer who was merged is a row that counts as erased, with
// `merged_into`; it is always that of a customer who is not merged.

export interface MergedPair {
  targetId: number
  sourceId: number
}

export interface CustomerToMerge {
  id: number
  email: string
  emailKey: string | null
  phone: string
  blockedAt: Date | null
  createdAt: Date
  pointsBalance: number
  hasAccount: boolean
}

/**
 * Locks both until the transaction ends, also against new rows that refer to them. A professional of null:
 * with or without a visit to one.
 */
export const lockForMerge = (
  tx: Tx,
  { targetId, sourceId }: MergedPair,
  professionalId: number | null,
): Query<CustomerToMerge> => tx`
  select customer.id, customer.email, customer.email_key, customer.phone, customer.blocked_at,
    customer.created_at, customer.points_balance, exists (
      select from customer_accounts account
      where account.business_id = ${tx.businessId} and account.id = customer.id) as has_account
  from customers customer
  where customer.business_id = ${tx.businessId} and customer.id in (${targetId}, ${sourceId})
    and customer.erased_at is null and ${visitedCondition(tx, professionalId)}
  order by customer.id for update`

/** A package of points that both are paying for just now. */
export const findSharedOpenPackage = (
  tx: Tx,
  { targetId, sourceId }: MergedPair,
): Query<{ id: number }> => tx`
  select payment.package_id as id from payments payment
  join payments other
    on other.business_id = ${tx.businessId} and other.package_id = payment.package_id
      and other.customer_id = ${sourceId} and other.is_open
  where payment.business_id = ${tx.businessId} and payment.customer_id = ${targetId}
    and payment.is_open
  limit 1`

/** Tables of which all rows become those of the customer who stays. */
export const movedTables = [
  'bookings',
  'orders',
  'payments',
  'waitlist_entries',
  'customer_notes',
  'messages',
  'imported_rows',
] as const

export type MovedTable = (typeof movedTables)[number]

export const moveRows = (
  tx: Tx,
  table: MovedTable,
  { targetId, sourceId }: MergedPair,
): Query<{ id: number }> => tx`
  update ${tx(table)} set customer_id = ${targetId}
  where business_id = ${tx.businessId} and customer_id = ${sourceId}
  returning id`

/** Frees the ordinals of both for `moveConsents`. */
export const negateConsentOrdinals = (
  tx: Tx,
  { targetId, sourceId }: MergedPair,
): Query<object> => tx`
  update customer_consents set ordinal = -ordinal
  where business_id = ${tx.businessId} and customer_id in (${targetId}, ${sourceId})`

/** In the order in which they were recorded. Returns those that were moved. */
export const moveConsents = (
  tx: Tx,
  { targetId, sourceId }: MergedPair,
): Query<{ id: number }> => tx`
  with numbered as (
    select consent.id, consent.customer_id as owner_id, row_number() over (
        partition by consent.kind order by consent.recorded_at, -consent.ordinal, consent.id)::int
      as ordinal
    from customer_consents consent
    where consent.business_id = ${tx.businessId} and consent.customer_id in (${targetId}, ${sourceId})),
  moved as (
    update customer_consents consent
    set customer_id = ${targetId}, ordinal = numbered.ordinal
    from numbered
    where consent.business_id = ${tx.businessId} and consent.id = numbered.id
    returning consent.id, numbered.owner_id)
  select moved.id from moved where moved.owner_id = ${sourceId}`

/** An account of the processor has one customer of each of ours: the one of who stays, if there is one. */
export const moveProcessorCustomers = (
  tx: Tx,
  { targetId, sourceId }: MergedPair,
): Query<object> => tx`
  update processor_customers moved set customer_id = ${targetId}
  where moved.business_id = ${tx.businessId} and moved.customer_id = ${sourceId} and not exists (
    select from processor_customers own
    where own.business_id = ${tx.businessId} and own.customer_id = ${targetId}
      and own.account_ref = moved.account_ref)`

/** Those who were merged into this one before are now merged into the one who stays. */
export const moveMergedCustomers = (
  tx: Tx,
  { targetId, sourceId }: MergedPair,
): Query<object> => tx`
  update customers set merged_into = ${targetId}
  where business_id = ${tx.businessId} and merged_into = ${sourceId}`

/** @param input.keepsEmailKey whether bookings with its e-mail still find it */
export const updateSource = (
  tx: Tx,
  { targetId, sourceId, keepsEmailKey, now }: MergedPair & { keepsEmailKey: boolean; now: Date },
): Query<object> => tx`
  update customers
  set merged_into = ${targetId}, erased_at = ${now}, name = '', email = '', phone = '',
    ${updatedSearchColumns(tx, { name: '', phone: '' })},
    email_key = case when ${keepsEmailKey} then email_key end, blocked_at = null
  where business_id = ${tx.businessId} and id = ${sourceId}`

export const updateTarget = (
  tx: Tx,
  target: Pick<CustomerToMerge, 'id' | 'email' | 'emailKey' | 'phone' | 'blockedAt' | 'createdAt'>,
): Query<object> => tx`
  update customers
  set email = ${target.email}, email_key = ${target.emailKey}, phone = ${target.phone},
    ${updatedSearchColumns(tx, { name: null, phone: target.phone })},
    blocked_at = ${target.blockedAt}, created_at = ${target.createdAt}, version = version + 1
  where business_id = ${tx.businessId} and id = ${target.id}`

/** Whom a customer was merged into, if the caller may see them; nobody for one who was erased since. */
export const findMergedInto = (
  tx: Tx,
  { id, professionalId }: { id: number; professionalId: number | null },
): Query<{ id: number }> => tx`
  select customer.id
  from customers merged
  join customers customer
    on customer.business_id = ${tx.businessId} and customer.id = merged.merged_into
  where merged.business_id = ${tx.businessId} and merged.id = ${id}
    and customer.erased_at is null and ${visitedCondition(tx, professionalId)}`

/** Who was merged into a customer, with the normalized e-mails that lead to them. */
export const listMergedInto = (
  tx: Tx,
  id: number,
): Query<{ id: number; emailKey: string | null }> => tx`
  select id, email_key from customers
  where business_id = ${tx.businessId} and merged_into = ${id}
  order by id`

/** The e-mail of somebody who was merged leads to nobody any more. */
export const releaseEmailKey = (tx: Tx, emailKey: string): Query<object> => tx`
  update customers set email_key = null
  where business_id = ${tx.businessId} and email_key = ${emailKey} and merged_into is not null`
