import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { Profile } from '../types/customer.ts'
import type { Language } from '../types/values.ts'
import { updatedSearchColumns } from './customer-words.ts'

/** A customer with an account; an erased one has none. */
export const findCustomerWithAccount = (tx: Tx, id: number): Query<Profile> => tx`
  select customer.id, customer.name, customer.email, customer.phone, customer.language,
    account.birth_date::text, account.accepts_marketing,
    account.verified_at is not null as email_verified, customer.points_balance,
    customer.created_at, ${bookingCount(tx)} as bookings
  from customers customer
  join customer_accounts account
    on account.business_id = ${tx.businessId} and account.id = customer.id
  where customer.business_id = ${tx.businessId} and customer.id = ${id}`

/** The same of a customer with or without an account. */
export const findProfile = (tx: Tx, id: number): Query<Profile> => tx`
  select customer.id, customer.name, customer.email, customer.phone, customer.language,
    account.birth_date::text, ${acceptsMarketing(tx)} as accepts_marketing,
    account.verified_at is not null as email_verified, customer.points_balance,
    customer.created_at, ${bookingCount(tx)} as bookings
  from customers customer
  left join customer_accounts account
    on account.business_id = ${tx.businessId} and account.id = customer.id
  where customer.business_id = ${tx.businessId} and customer.id = ${id}`

/** With an account the customer's own choice, otherwise what the salon has recorded. */
const acceptsMarketing = (tx: Tx) => tx`
  coalesce(account.accepts_marketing, (
    select consent.granted from customer_consents consent
    where consent.business_id = ${tx.businessId} and consent.customer_id = customer.id
      and consent.kind = 'marketing'
    order by consent.ordinal desc limit 1), false)`

/** Every booking of a customer counts, in any state; for one professional those in their agenda. */
const bookingCount = (tx: Tx, professionalId: number | null = null) => tx`
  (select count(*)::int from bookings booking
    where booking.business_id = ${tx.businessId} and booking.customer_id = customer.id
      and ${inAgendaCondition(tx, professionalId)})`

/**
 * Only bookings in which one professional does something; null: all (D65). For a condition on `bookings
 * booking`.
 */
export const inAgendaCondition = (tx: Tx, professionalId: number | null) =>
  professionalId === null
    ? tx`true`
    : tx`exists (
        select from booking_lines own
        where own.business_id = ${tx.businessId} and own.booking_id = booking.id
          and own.professional_id = ${professionalId})`

interface Account {
  email: string
  name: string
  passwordHash: string | null
}

export const findAccount = (tx: Tx, id: number): Query<Account> => tx`
  ${accountColumns(tx)} where customer.business_id = ${tx.businessId} and customer.id = ${id}`

/** Whether the salon takes no bookings from a customer (D15). */
export const findBlockedCustomer = (tx: Tx, id: number): Query<{ id: number }> => tx`
  select id from customers
  where business_id = ${tx.businessId} and id = ${id} and blocked_at is not null`

/** Locks the customer and the account until the transaction ends. */
export const lockAccount = (tx: Tx, id: number): Query<Account> => tx`
  ${accountColumns(tx)} where customer.business_id = ${tx.businessId} and customer.id = ${id}
  for no key update of customer, account`

const accountColumns = (tx: Tx) => tx`
  select customer.email, customer.name, account.password_hash
  from customers customer
  join customer_accounts account
    on account.business_id = ${tx.businessId} and account.id = customer.id`

/** null: the field does not change */
interface ProfileChange {
  id: number
  name: string | null
  phone: string | null
  language: Language | null
  /** YYYY-MM-DD */
  birthDate: string | null
  acceptsMarketing: boolean | null
  passwordHash: string | null
}

export const updateCustomer = (tx: Tx, change: ProfileChange): Query<object> => tx`
  update customers
  set name = coalesce(${change.name}::text, name),
    phone = coalesce(${change.phone}::text, phone),
    ${updatedSearchColumns(tx, change)},
    language = coalesce(${change.language}::text, language), version = version + 1
  where business_id = ${tx.businessId} and id = ${change.id}`

export const updateAccount = (tx: Tx, change: ProfileChange): Query<object> => tx`
  update customer_accounts
  set birth_date = coalesce(${change.birthDate}::date, birth_date),
    accepts_marketing = coalesce(${change.acceptsMarketing}::boolean, accepts_marketing),
    password_hash = coalesce(${change.passwordHash}::text, password_hash)
  where business_id = ${tx.businessId} and id = ${change.id}`

/** Blocks a customer, or with null unblocks them. Returns no row for one who is, or is not, blocked already. */
export const updateBlocked = (
  tx: Tx,
  { id, at }: { id: number; at: Date | null },
): Query<object> => tx`
  update customers set blocked_at = ${at}
  where business_id = ${tx.businessId} and id = ${id}
    and (blocked_at is null) = (${at}::timestamptz is not null)
  returning id`

/** A customer as the salon sees them: a guest, or with the fields of their account. */
export interface CustomerDetailRow {
  id: number
  name: string
  email: string
  phone: string
  language: Language
  pointsBalance: number
  createdAt: Date
  blockedAt: Date | null
  erasedAt: Date | null
  /** Whom they were merged into, when they count as erased (D74); null: they were not. */
  mergedInto: number | null
  /** null: a guest */
  verifiedAt: Date | null
  /** YYYY-MM-DD */
  birthDate: string | null
  acceptsMarketing: boolean
  bookings: number
  /** Increases with each change of name, contact details and language. */
  version: number
}

/**
 * By id or by normalized e-mail; an erased customer only by id. The e-mail of one who was merged finds
 * the other (D74).
 */
export const findCustomer = (
  tx: Tx,
  { id, emailKey }: { id: number | null; emailKey: string },
): Query<CustomerDetailRow> => tx`
  select ${customerDetailColumns(tx)}
  from customers customer
  left join customer_accounts account
    on account.business_id = ${tx.businessId} and account.id = customer.id
  where customer.business_id = ${tx.businessId}
    and customer.id = coalesce(${id}::bigint, (
      select coalesce(owner.merged_into, owner.id) from customers owner
      where owner.business_id = ${tx.businessId} and owner.email_key = ${emailKey}))`

/** Locks the customer until the transaction ends; an erased one is not found. */
export const lockCustomer = (tx: Tx, id: number): Query<{ email: string }> => tx`
  select email from customers
  where business_id = ${tx.businessId} and id = ${id} and erased_at is null for no key update`

/** The columns of a CustomerDetailRow, of `customers customer` and its account, as one professional sees them; null: all. */
export const customerDetailColumns = (tx: Tx, professionalId: number | null = null) => tx`
  customer.id, customer.name, customer.email, customer.phone, customer.language,
  customer.points_balance, customer.created_at, customer.blocked_at, customer.erased_at,
  customer.version, customer.merged_into, account.verified_at, account.birth_date::text,
  ${acceptsMarketing(tx)} as accepts_marketing,
  ${bookingCount(tx, professionalId)} as bookings`

/**
 * Only customers with a visit to one professional, also in a further line of a visit; null: all
 * (D65). For a condition on `customers customer`.
 */
export const visitedCondition = (tx: Tx, professionalId: number | null) =>
  professionalId === null
    ? tx`true`
    : tx`customer.id in (
        select booking.customer_id from bookings booking
        where booking.business_id = ${tx.businessId}
          and booking.professional_id = ${professionalId}
        union all
        select booking.customer_id from booking_lines line
        join bookings booking
          on booking.business_id = ${tx.businessId} and booking.id = line.booking_id
        where line.business_id = ${tx.businessId} and line.professional_id = ${professionalId}
          and line.visit_starts_at is not null)`
