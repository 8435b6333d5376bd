import { changedAgenda } from '../../changed-agenda.ts'
import { type Query, recordset } from '../../pool.ts'
import type { Tx } from '../../tenant-db.ts'
import type { BookingFields, Claim } from '../../types/booking.ts'
import type { Review } from '../../types/catalog.ts'
import type { Language } from '../../types/values.ts'
import { excludedNameColumns, searchColumns } from '../customer-words.ts'

// Sample visits of a demo business. They are inserted directly instead of booked, because half of
// them are in the past.

/** Which of these codes exist. */
export const listTakenCodes = (tx: Tx, codes: string[]): Query<{ code: string }> => tx`
  select code from bookings where business_id = ${tx.businessId} and code = any(${codes}::text[])`

/** The claims on all resources that end after `from`, by start. */
export const listClaims = (tx: Tx, from: Date): Query<Claim> => tx`
  select resource_id, starts_at, ends_at
  from claims where business_id = ${tx.businessId} and ends_at > ${from} order by starts_at`

export interface DemoCustomer {
  email: string
  name: string
  language: Language
  createdAt: Date
}

/** One row for each e-mail, also for one that exists. */
export const upsertCustomers = (
  tx: Tx,
  rows: readonly DemoCustomer[],
): Query<{ id: number; email: string }> => tx`
  insert into customers (
    business_id, email_key, email, name, language, created_at, ${searchColumns(tx)})
  select ${tx.businessId}::uuid, input.email, input.email, input.name, input.language,
    input.created_at, words.*
  from jsonb_to_recordset(${recordset(tx, rows)}) as input (
    email text, name text, language text, created_at timestamptz)
  cross join app.search_columns(input.name, '') words
  on conflict (business_id, email_key) do update set name = excluded.name, ${excludedNameColumns(tx)}
  returning id, email`

export type DemoBooking = Pick<
  BookingFields,
  | 'code'
  | 'state'
  | 'customerId'
  | 'startsAt'
  | 'endsAt'
  | 'currency'
  | 'subtotalCents'
  | 'totalCents'
  | 'pointsEarned'
  | 'version'
  | 'createdAt'
  | 'updatedAt'
> & {
  professionalId: number
  /** `2030-03-04T10:00` in the time zone */
  localStart: string
  timezone: string
  contactName: string
  contactEmail: string
  cancelledAt: Date | null
}

export const insertBookings = (
  tx: Tx,
  rows: readonly DemoBooking[],
): Query<{ id: number; code: string }> => tx`
  with ${changedAgenda(tx)}
  insert into bookings (
    business_id, code, state, professional_id, customer_id, starts_at, ends_at, contact_name,
    contact_email, contact_phone, notes, currency, subtotal_cents, discount_cents, total_cents,
    payment_required, points_used, points_earned, cancelled_at, cancelled_by, version, created_at,
    updated_at, local_start, timezone)
  select ${tx.businessId}::uuid, input.code, input.state, input.professional_id,
    input.customer_id, input.starts_at, input.ends_at, input.contact_name, input.contact_email,
    '', '', input.currency, input.subtotal_cents, input.subtotal_cents - input.total_cents,
    input.total_cents, false, 0, input.points_earned, input.cancelled_at,
    case when input.cancelled_at is not null then 'customer' end, input.version,
    input.created_at, input.updated_at, input.local_start, input.timezone
  from jsonb_to_recordset(${recordset(tx, rows)}) as input (
    code text, state text, professional_id bigint, customer_id bigint, starts_at timestamptz,
    ends_at timestamptz, contact_name text, contact_email text, currency text,
    subtotal_cents bigint, total_cents bigint, points_earned int, cancelled_at timestamptz,
    created_at timestamptz, updated_at timestamptz, version int, local_start timestamp,
    timezone text)
  returning id, code`

/** Inserts the reviews that do not exist yet. */
export const insertReviews = (
  tx: Tx,
  rows: readonly (Omit<Review, 'id'> & { professionalId: number })[],
): Query<{ id: number }> => tx`
  insert into reviews (business_id, professional_id, customer_name, rating, comment, day)
  select ${tx.businessId}::uuid, input.professional_id, input.customer_name, input.rating,
    input.comment, date '1970-01-01' + input.day
  from jsonb_to_recordset(${recordset(tx, rows)}) as input (
    professional_id bigint, customer_name text, rating int, comment text, day int)
  where not exists (
    select from reviews existing
    where existing.business_id = ${tx.businessId}
      and existing.professional_id = input.professional_id
      and existing.customer_name = input.customer_name and existing.comment = input.comment
      and existing.day = date '1970-01-01' + input.day)
  returning id`
