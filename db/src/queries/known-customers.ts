import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'

// Customers as the salon itself knows them: guests and those with an account alike.

export interface CustomerDetailRow {
  id: number
  name: string
  email: string
  phone: string
  language: 'es' | 'en' | 'ar'
  pointsBalance: number
  createdAt: Date
  blockedAt: Date | null
  erasedAt: Date | null
  /** null without an account */
  verifiedAt: Date | null
  /** YYYY-MM-DD */
  birthDate: string | null
  acceptsMarketing: boolean
  bookings: number
}

/** Whoever has this id, or this normalised e-mail; an erased one has only the id. */
export const findCustomer = (
  tx: Tx,
  who: { id: number | null; emailKey: string },
): Query<CustomerDetailRow> => tx`
  ${knownColumns(tx)}
  where customer.business_id = ${tx.businessId}
    and (customer.id = ${who.id} or (${who.id}::bigint is null and customer.email_key = ${who.emailKey}))`

/** Locks the customer until the transaction ends; an erased one is not found. */
export const lockCustomer = (tx: Tx, id: number): Query<{ email: string }> => tx`
  select email from customers
  where business_id = ${tx.businessId} and id = ${id} and erased_at is null for no key update`

/** What is looked for in customers. */
export interface CustomerMatch {
  /** of a name, capitals and accents aside */
  name: string
  /** of a normalised e-mail */
  email: string
  /** of a phone number; null is none */
  digits: string | null
}

/** Those who have it, by name; erased ones have nothing. */
export const searchCustomers = (
  tx: Tx,
  input: CustomerMatch & { offset: number; limit: number },
): Query<CustomerDetailRow> => tx`
  ${knownColumns(tx)}
  where customer.business_id = ${tx.businessId} and ${contains(tx, input)}
  order by customer.name, customer.id offset ${input.offset} limit ${input.limit}`

export const countMatchingCustomers = (
  tx: Tx,
  query: CustomerMatch,
): Query<{ count: number }> => tx`
  select count(*)::int as count from customers customer
  where customer.business_id = ${tx.businessId} and ${contains(tx, query)}`

const knownColumns = (tx: Tx) => tx`
  select customer.id, customer.name, customer.email, customer.phone, customer.language, customer.points_balance, customer.created_at,
    customer.blocked_at, customer.erased_at, account.verified_at, account.birth_date::text,
    coalesce(account.accepts_marketing, false) as accepts_marketing, (
      select count(*)::int from bookings booking
      where booking.business_id = ${tx.businessId} and booking.customer_id = customer.id) as bookings
  from customers customer
  left join customer_accounts account on account.business_id = ${tx.businessId} and account.id = customer.id`

const contains = (tx: Tx, { name, email, digits }: CustomerMatch) => tx`
  customer.erased_at is null and (
    strpos(${plain(tx, tx`customer.name`)}, ${plain(tx, tx`${name}::text`)}) > 0
    or strpos(customer.email_key, ${email}) > 0
    or (${digits}::text is not null and strpos(customer.phone, ${digits}) > 0))`

/** Without capitals, accents, and the signs that Arabic puts above and below its letters. */
const plain = (tx: Tx, text: Query<object>) => tx`
  regexp_replace(normalize(lower(${text}), nfd), '[\u0300-\u036f\u064b-\u065f\u0670]', '', 'g')`
