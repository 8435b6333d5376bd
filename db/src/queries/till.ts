import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { TillEntry, TillMethod } from '../types/till.ts'
import type { Page } from '../types/values.ts'

/** A lateral row for a booking `b`: what was taken for it at the desk, and the tips with it. */
export const bookingTillColumns = (tx: Tx) => tillColumns(tx, tx`entry.booking_id = b.id`)

/** The same for an order `o`. */
export const orderTillColumns = (tx: Tx) => tillColumns(tx, tx`entry.order_id = o.id`)

const tillColumns = (tx: Tx, isForIt: ReturnType<Tx>) => tx`
  (select coalesce(sum(entry.amount_cents), 0)::bigint as taken_cents,
      coalesce(sum(entry.tip_cents), 0)::bigint as tip_cents
    from till_entries entry
    where entry.business_id = ${tx.businessId} and ${isForIt})`

/** The booking or the order has to be locked, which keeps its entries from changing. */
export const insertTillEntry = (
  tx: Tx,
  entry: Omit<TillEntry, 'id' | 'code' | 'customerId' | 'reversedById'> & {
    keyHash: Buffer | null
  },
): Query<{ id: number }> => tx`
  insert into till_entries (
    business_id, booking_id, order_id, method, amount_cents, tip_cents, currency, reverses_id,
    reason, key_hash, author_kind, author_name, staff_id, created_at)
  values (
    ${tx.businessId}, ${entry.bookingId}, ${entry.orderId}, ${entry.method},
    ${entry.amountCents}, ${entry.tipCents}, ${entry.currency}, ${entry.reversesId},
    ${entry.reason}, ${entry.keyHash}, ${entry.author.kind}, ${entry.author.name},
    ${entry.author.id}, ${entry.createdAt})
  returning id`

/** @param professionalId who takes part in the visit; null: anybody, and orders */
export const findTillEntry = (
  tx: Tx,
  id: number,
  professionalId: number | null = null,
): Query<TillEntry> => tx`
  ${entryColumns(tx)}
  where entry.business_id = ${tx.businessId} and entry.id = ${id}
    ${participantCondition(tx, professionalId)}`

/** The entry that a request with this key has made, on whichever day. */
export const findTillEntryByKey = (tx: Tx, keyHash: Buffer): Query<TillEntry> => tx`
  ${entryColumns(tx)}
  where entry.business_id = ${tx.businessId} and entry.key_hash = ${keyHash}`

export interface TillFilter {
  /** null: any */
  bookingId: number | null
  orderId: number | null
  method: TillMethod | null
  /** null: from the first on */
  from: Date | null
  /** null: up to now */
  before: Date | null
  /** Who takes part in the visit; null: anybody, and orders. */
  professionalId: number | null
  /** The member of staff who recorded it; null: anybody. */
  staffId: number | null
  /** The professional who that member of staff is; null: anybody. */
  takenByProfessionalId: number | null
}

/** The latest first. */
export const listTillEntries = (tx: Tx, filter: TillFilter, page: Page): Query<TillEntry> => tx`
  ${entryColumns(tx)}
  where entry.business_id = ${tx.businessId} ${filterCondition(tx, filter)}
  order by entry.created_at desc, entry.id desc offset ${page.offset} limit ${page.limit}`

export const countTillEntries = (tx: Tx, filter: TillFilter): Query<{ count: number }> => tx`
  select count(*)::int as count from till_entries entry
  where entry.business_id = ${tx.businessId} ${filterCondition(tx, filter)}`

/** For the export of a customer's data; the latest first. */
export const listTillEntriesByCustomer = (tx: Tx, customerId: number): Query<TillEntry> => tx`
  ${entryColumns(tx)}
  where entry.business_id = ${tx.businessId}
    and (
      entry.booking_id = any(array(
        select booking.id from bookings booking
        where booking.business_id = ${tx.businessId} and booking.customer_id = ${customerId}))
      or entry.order_id = any(array(
        select purchase.id from orders purchase
        where purchase.business_id = ${tx.businessId} and purchase.customer_id = ${customerId})))
  order by entry.created_at desc, entry.id desc`

const entryColumns = (tx: Tx) => tx`
  select entry.id, entry.booking_id, entry.order_id, coalesce(b.code, o.code) as code,
    coalesce(b.customer_id, o.customer_id) as customer_id, entry.method, entry.amount_cents,
    entry.tip_cents, entry.currency, entry.reverses_id, reversal.id as reversed_by_id,
    entry.reason, entry.created_at,
    jsonb_build_object(
      'kind', entry.author_kind, 'name', entry.author_name, 'id', entry.staff_id) as author
  from till_entries entry
  left join bookings b on b.business_id = ${tx.businessId} and b.id = entry.booking_id
  left join orders o on o.business_id = ${tx.businessId} and o.id = entry.order_id
  left join till_entries reversal
    on reversal.business_id = ${tx.businessId} and reversal.reverses_id = entry.id`

const filterCondition = (tx: Tx, filter: TillFilter) => tx`
  ${filter.bookingId === null ? tx`` : tx`and entry.booking_id = ${filter.bookingId}`}
  ${filter.orderId === null ? tx`` : tx`and entry.order_id = ${filter.orderId}`}
  ${filter.method === null ? tx`` : tx`and entry.method = ${filter.method}`}
  ${filter.from === null ? tx`` : tx`and entry.created_at >= ${filter.from}`}
  ${filter.before === null ? tx`` : tx`and entry.created_at < ${filter.before}`}
  ${filter.staffId === null ? tx`` : tx`and entry.staff_id = ${filter.staffId}`}
  ${
    filter.takenByProfessionalId === null
      ? tx``
      : tx`and entry.staff_id in (
        select person.id from staff person
        where person.business_id = ${tx.businessId}
          and person.professional_id = ${filter.takenByProfessionalId})`
  }
  ${participantCondition(tx, filter.professionalId)}`

const participantCondition = (tx: Tx, professionalId: number | null) =>
  professionalId === null
    ? tx``
    : tx`and exists (
        select from booking_lines own
        where own.business_id = ${tx.businessId} and own.booking_id = entry.booking_id
          and own.professional_id = ${professionalId})`
