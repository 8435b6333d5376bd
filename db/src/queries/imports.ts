import { changedAgenda } from '../changed-agenda.ts'
import { type Query, recordset } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { Language } from '../types/values.ts'
import { searchColumns } from './customer-words.ts'

// Customers and bookings from the files of other products (D78), several hundred rows a statement.
// Hashes are hexadecimal. A salon that has just imported 10,000 customers is one without any to the
// statistics of PostgreSQL: a join of them would be a loop in a loop, so each customer is looked up.

/**
 * Until the transaction ends, each statement, and each check of a foreign key, is planned for the rows that
 * there are now. A plan that the connection made when the tables were almost empty walks through whole
 * indexes once they have 10,000 rows, until the statistics of PostgreSQL follow.
 */
export const useCustomPlans = (tx: Tx): Query<object> =>
  tx`set local plan_cache_mode = force_custom_plan`

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
  with imported as materialized (
    select external_hash, customer_id from imported_rows
    where business_id = ${tx.businessId} and source = ${input.source} and kind = ${input.kind}
      and external_hash = any(array(
        select decode(hash, 'hex') from unnest(${[...input.hashes]}::text[]) as hash)))
  select encode(imported.external_hash, 'hex') as external_hash, imported.customer_id,
    customer.is_erased
  from imported cross join lateral (
    select erased_at is not null as is_erased from customers
    where business_id = ${tx.businessId} and id = imported.customer_id limit 1) customer`

export interface ExistingCustomer {
  id: number
  emailKey: string
  phone: string
}

/** By normalized e-mail; of one who was merged, the customer whom they were merged into (D74). */
export const listCustomersByEmail = (
  tx: Tx,
  emailKeys: readonly string[],
): Query<ExistingCustomer> => tx`
  select customer.id, owner.email_key, customer.phone
  from customers owner
  join customers customer
    on customer.business_id = ${tx.businessId}
      and customer.id = coalesce(owner.merged_into, owner.id)
  where owner.business_id = ${tx.businessId} and owner.email_key = any(${[...emailKeys]}::text[])`

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
    business_id, id, email_key, email, name, phone, language, created_at, blocked_at,
    ${searchColumns(tx)})
  select ${tx.businessId}::uuid, input.id, input.email_key, input.email, input.name, input.phone,
    input.language, input.created_at, input.blocked_at, words.*
  from jsonb_to_recordset(${recordset(tx, rows)}) as input (
    id bigint, email_key text, email text, name text, phone text, language text,
    created_at timestamptz, blocked_at timestamptz)
  cross join app.search_columns(input.name, input.phone) words
  order by input.email_key
  on conflict on constraint customers_email_key do nothing
  returning id`

/** Completes customers who have no phone. */
export const fillPhones = (
  tx: Tx,
  rows: readonly { id: number; phone: string }[],
): Query<{ id: number }> => tx`
  update customers customer
  set phone = input.phone,
    (${searchColumns(tx)}) = (
      select words.* from app.search_columns(customer.name, input.phone) words)
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

/** A claim, and what has it. */
export interface OwnedTime {
  resourceId: number
  startsAt: Date
  endsAt: Date
  /** The code of a booking; null: a block or a hold */
  code: string | null
}

/** What is taken by all resources from a time on, without the holds that have expired. */
export const listBusyTimes = (
  tx: Tx,
  { from, now }: { from: Date; now: Date },
): Query<OwnedTime> => tx`
  select claim.resource_id, claim.starts_at, claim.ends_at, booking.code
  from claims claim
  left join bookings booking
    on booking.business_id = ${tx.businessId} and booking.id = claim.owner_id
      and claim.owner_kind = 'booking'
  where claim.business_id = ${tx.businessId} and claim.ends_at > ${from}
    and (claim.expires_at is null or claim.expires_at > ${now})
  order by claim.resource_id, claim.starts_at`

export interface ImportedPerson {
  id: number
  name: string
  phone: string
}

/** The customers of a source who were not erased. */
export const listImportedPeople = (tx: Tx, source: string): Query<ImportedPerson> => tx`
  with imported as materialized (
    select distinct customer_id from imported_rows
    where business_id = ${tx.businessId} and source = ${source} and kind = 'customer')
  select customer.id, customer.name, customer.phone
  from imported cross join lateral (
    select id, name, phone from customers
    where business_id = ${tx.businessId} and id = imported.customer_id and erased_at is null
    limit 1) customer`

export interface ImportedBooking {
  id: number
  code: string
  state: 'confirmed' | 'completed' | 'no_show'
  professionalId: number
  customerId: number
  startsAt: Date
  endsAt: Date
  /** `2030-03-04T10:00` in the time zone */
  localStart: string
  timezone: string
  contactName: string
  contactEmail: string
  contactPhone: string
  language: Language
  notes: string
  currency: string
  subtotalCents: number
  totalCents: number
  pointsEarned: number
  createdAt: Date
}

export const insertBookings = (
  tx: Tx,
  rows: readonly ImportedBooking[],
): Query<{ id: number }> => tx`
  with ${changedAgenda(tx)}
  insert into bookings (
    business_id, id, code, state, professional_id, assigned_by, customer_id, starts_at, ends_at,
    local_start, timezone, contact_name, contact_email, contact_phone, language, notes, currency,
    subtotal_cents, discount_cents, total_cents, payment_required, points_used, points_earned,
    version, created_at, updated_at)
  select ${tx.businessId}::uuid, input.id, input.code, input.state, input.professional_id,
    'business', input.customer_id, input.starts_at, input.ends_at, input.local_start,
    input.timezone, input.contact_name, input.contact_email, input.contact_phone, input.language,
    input.notes, input.currency, input.subtotal_cents, input.subtotal_cents - input.total_cents,
    input.total_cents, false, 0, input.points_earned, 1, input.created_at, input.created_at
  from jsonb_to_recordset(${recordset(tx, rows)}) as input (
    id bigint, code text, state text, professional_id bigint, customer_id bigint,
    starts_at timestamptz, ends_at timestamptz, local_start timestamp, timezone text,
    contact_name text, contact_email text, contact_phone text, language text, notes text,
    currency text, subtotal_cents bigint, total_cents bigint, points_earned int,
    created_at timestamptz)
  returning id`

/** Gives up the claims of bookings that did not get all of theirs. */
export const deleteClaims = (tx: Tx, bookingIds: readonly number[]): Query<object> => tx`
  delete from claims
  where business_id = ${tx.businessId} and owner_kind = 'booking'
    and owner_id = any(${[...bookingIds]}::bigint[])`
