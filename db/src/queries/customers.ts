import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'

export interface CustomerRow {
  id: number
  name: string
  email: string
  phone: string
  language: 'es' | 'en' | 'ar'
  birthDate: string | null
  acceptsMarketing: boolean
  verifiedAt: Date
  pointsBalance: number
  bookings: number
  createdAt: Date
}

/** A customer with an account, and how often they have booked; an erased one is not found. */
export const findCustomerWithAccount = (tx: Tx, id: number): Query<CustomerRow> => tx`
  select customer.id, customer.name, customer.email, customer.phone, customer.language, account.birth_date::text, account.accepts_marketing,
    account.verified_at, customer.points_balance, customer.created_at, (
      select count(*)::int from bookings booking
      where booking.business_id = ${tx.businessId} and booking.customer_id = customer.id) as bookings
  from customers customer
  join customer_accounts account on account.business_id = ${tx.businessId} and account.id = customer.id
  where customer.business_id = ${tx.businessId} and customer.id = ${id}`

export interface AccountRow {
  email: string
  name: string
  passwordHash: string | null
}

export const findAccount = (tx: Tx, id: number): Query<AccountRow> => tx`
  ${accountColumns(tx)} where customer.business_id = ${tx.businessId} and customer.id = ${id}`

/** Locks the customer and the account until the transaction ends. */
export const lockAccount = (tx: Tx, id: number): Query<AccountRow> => tx`
  ${accountColumns(tx)} where customer.business_id = ${tx.businessId} and customer.id = ${id}
  for no key update of customer, account`

const accountColumns = (tx: Tx) => tx`
  select customer.email, customer.name, account.password_hash
  from customers customer
  join customer_accounts account on account.business_id = ${tx.businessId} and account.id = customer.id`

/** null leaves a field as it is. */
export interface ProfileChange {
  id: number
  name: string | null
  phone: string | null
  language: string | null
  /** YYYY-MM-DD */
  birthDate: string | null
  acceptsMarketing: boolean | null
  passwordHash: string | null
}

export const updateCustomer = (tx: Tx, change: ProfileChange): Query<object> => tx`
  update customers
  set name = coalesce(${change.name}::text, name), phone = coalesce(${change.phone}::text, phone),
    language = coalesce(${change.language}::text, language)
  where business_id = ${tx.businessId} and id = ${change.id}`

export const updateAccount = (tx: Tx, change: ProfileChange): Query<object> => tx`
  update customer_accounts
  set birth_date = coalesce(${change.birthDate}::date, birth_date),
    accepts_marketing = coalesce(${change.acceptsMarketing}::boolean, accepts_marketing),
    password_hash = coalesce(${change.passwordHash}::text, password_hash)
  where business_id = ${tx.businessId} and id = ${change.id}`

/**
 * Whether the salon takes bookings from somebody (null: it does), unless they are erased; who is
 * blocked already stays so since then.
 */
export const updateBlocked = (
  tx: Tx,
  { id, at }: { id: number; at: Date | null },
): Query<{ id: number; name: string; email: string; blockedAt: Date | null }> => tx`
  update customers set blocked_at = case when ${at}::timestamptz is null then null else coalesce(blocked_at, ${at}) end
  where business_id = ${tx.businessId} and id = ${id} and erased_at is null
  returning id, name, email, blocked_at as "blockedAt"`
