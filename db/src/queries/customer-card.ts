import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { Language, Translated } from '../types/values.ts'
import { searchColumns, updatedSearchColumns } from './customer-words.ts'
import {
  type CustomerDetailRow,
  customerDetailColumns,
  inAgendaCondition,
  visitedCondition,
} from './customers.ts'

// What the salon reads and changes on the card of a customer (D74). An erased one has no card.

interface CardScope {
  id: number
  /** Only a customer with a visit to this professional; null: any. */
  professionalId: number | null
}

export const findCard = (tx: Tx, { id, professionalId }: CardScope): Query<CustomerDetailRow> => tx`
  select ${customerDetailColumns(tx, professionalId)}
  from customers customer
  left join customer_accounts account
    on account.business_id = ${tx.businessId} and account.id = customer.id
  where customer.business_id = ${tx.businessId} and customer.id = ${id}
    and customer.erased_at is null and ${visitedCondition(tx, professionalId)}`

/** Numbers of visits, and what was paid for. Amounts in cents. */
export interface CustomerHistoryRow {
  /** Completed. */
  visits: number
  noShows: number
  cancellations: number
  /** Pending and confirmed ones that have not begun. */
  upcoming: number
  firstVisitAt: Date | null
  lastVisitAt: Date | null
  nextVisitAt: Date | null
  visitsCents: number
  ordersCents: number
}

/** For one professional it is that of their own agenda, to which no order belongs (D65). */
export const findCustomerHistory = (
  tx: Tx,
  { id, professionalId, now }: CardScope & { now: Date },
): Query<CustomerHistoryRow> => tx`
  select count(*) filter (where booking.state = 'completed')::int as visits,
    count(*) filter (where booking.state = 'no_show')::int as no_shows,
    count(*) filter (where booking.state = 'cancelled')::int as cancellations,
    count(*) filter (where ${isUpcoming(tx, now)})::int as upcoming,
    min(booking.starts_at) filter (where booking.state = 'completed') as first_visit_at,
    max(booking.starts_at) filter (where booking.state = 'completed') as last_visit_at,
    min(booking.starts_at) filter (where ${isUpcoming(tx, now)}) as next_visit_at,
    coalesce(sum(booking.total_cents) filter (where booking.state = 'completed'), 0)::bigint
      as visits_cents,
    (select coalesce(sum(bought.total_cents), 0)::bigint from orders bought
      where bought.business_id = ${tx.businessId} and bought.customer_id = ${id}
        and bought.state in ('paid', 'delivered') and ${professionalId === null}) as orders_cents
  from bookings booking
  where booking.business_id = ${tx.businessId} and booking.customer_id = ${id}
    and ${inAgendaCondition(tx, professionalId)}`

const isUpcoming = (tx: Tx, now: Date) =>
  tx`(booking.state in ('pending', 'confirmed') and booking.starts_at > ${now})`

/** How long a service took for one customer. */
export interface ServiceHistoryRow {
  serviceId: number
  /** As it was called at the last visit. */
  name: Translated
  visits: number
  /** Of the last visit. */
  lastMinutes: number
  /** Of all visits, rounded. */
  averageMinutes: number
  lastVisitAt: Date
}

/** The services of completed visits, the one of the last visit first, at most 20; for one professional what they did. */
export const listServiceHistory = (
  tx: Tx,
  { id, professionalId }: CardScope,
): Query<ServiceHistoryRow> => tx`
  select line.service_id, (array_agg(line.name order by booking.starts_at desc))[1] as name,
    count(distinct booking.id)::int as visits,
    (array_agg(line.duration_minutes order by booking.starts_at desc))[1] as last_minutes,
    round(avg(line.duration_minutes))::int as average_minutes,
    max(booking.starts_at) as last_visit_at
  from bookings booking
  join booking_lines line
    on line.business_id = ${tx.businessId} and line.booking_id = booking.id
  where booking.business_id = ${tx.businessId} and booking.customer_id = ${id}
    and booking.state = 'completed'
    and ${professionalId === null ? tx`true` : tx`line.professional_id = ${professionalId}`}
  group by line.service_id
  order by last_visit_at desc, line.service_id
  limit 20`

interface CardFields {
  name: string
  /** Empty: none. */
  email: string
  /** null: none */
  emailKey: string | null
  /** E.164 or empty. */
  phone: string
  language: Language
}

/** Returns no row when somebody has the e-mail. */
export const insertCustomer = (
  tx: Tx,
  customer: CardFields & { now: Date },
): Query<{ id: number }> => tx`
  insert into customers (
    business_id, email_key, email, name, phone, language, created_at, ${searchColumns(tx)})
  select ${tx.businessId}::uuid, ${customer.emailKey}, ${customer.email}, ${customer.name},
    ${customer.phone}, ${customer.language}, ${customer.now}, words.*
  from app.search_columns(${customer.name}, ${customer.phone}) words
  on conflict on constraint customers_email_key do nothing
  returning id`

/** Who has an e-mail; if they were merged, the customer who then has it (D74). */
export const findByEmailKey = (tx: Tx, emailKey: string): Query<{ id: number }> => tx`
  select coalesce(merged_into, id) as id from customers where business_id = ${tx.businessId} and email_key = ${emailKey}`

/** Locks the card until the transaction ends. */
export const lockCard = (
  tx: Tx,
  { id, professionalId }: CardScope,
): Query<CardFields & { version: number; hasAccount: boolean }> => tx`
  select customer.name, customer.email, customer.email_key, customer.phone, customer.language,
    customer.version, exists (
      select from customer_accounts account
      where account.business_id = ${tx.businessId} and account.id = customer.id) as has_account
  from customers customer
  where customer.business_id = ${tx.businessId} and customer.id = ${id}
    and customer.erased_at is null and ${visitedCondition(tx, professionalId)}
  for no key update`

export const updateCard = (tx: Tx, card: CardFields & { id: number }): Query<object> => tx`
  update customers
  set name = ${card.name}, email = ${card.email}, email_key = ${card.emailKey},
    phone = ${card.phone}, language = ${card.language}, version = version + 1,
    ${updatedSearchColumns(tx, card)}
  where business_id = ${tx.businessId} and id = ${card.id}`
