import { recordset } from '../../pool.ts'
import type { Tx } from '../../tenant-db.ts'
import type { TextRow } from '../catalog.ts'

// Visits that a demo business is born with. They come from its file and not through the doors: half
// of them are over.

/** Which of these codes are taken. */
export const listTakenCodes = (tx: Tx, codes: string[]) => tx<{ code: string }[]>`
  select code from bookings where business_id = ${tx.businessId} and code = any(${codes}::text[])`

/** What is claimed of every resource from some instant on, by start. */
export const listClaimedSpans = (tx: Tx, from: Date) => tx<
  { resourceId: number; startsAt: Date; endsAt: Date }[]
>`
  select resource_id as "resourceId", starts_at as "startsAt", ends_at as "endsAt"
  from claims where business_id = ${tx.businessId} and ends_at > ${from} order by starts_at`

export interface DemoCustomer {
  email: string
  name: string
  language: string
  createdAt: string
}

/** One row for each e-mail, whoever had it before. */
export const upsertCustomers = (tx: Tx, rows: DemoCustomer[]) => tx<
  { id: number; email: string }[]
>`
  insert into customers (business_id, email_key, email, name, language, created_at)
  select ${tx.businessId}::uuid, asked.email, asked.email, asked.name, asked.language, asked.created_at
  from jsonb_to_recordset(${recordset(tx, rows)}) as asked (email text, name text, language text, created_at timestamptz)
  on conflict (business_id, email_key) do update set name = excluded.name
  returning id, email`

export interface DemoVisit {
  code: string
  state: string
  professionalId: number
  customerId: number
  startsAt: string
  endsAt: string
  contactName: string
  contactEmail: string
  currency: string
  subtotalCents: number
  totalCents: number
  pointsEarned: number
  cancelledAt: string | null
  createdAt: string
  updatedAt: string
  version: number
}

export const insertBookings = (tx: Tx, rows: DemoVisit[]) => tx<{ id: number; code: string }[]>`
  insert into bookings (business_id, code, state, professional_id, customer_id, starts_at, ends_at, contact_name,
    contact_email, contact_phone, notes, currency, subtotal_cents, discount_cents, total_cents, payment_required,
    points_used, points_earned, cancelled_at, cancelled_by, version, created_at, updated_at)
  select ${tx.businessId}::uuid, asked.code, asked.state, asked.professional_id, asked.customer_id, asked.starts_at,
    asked.ends_at, asked.contact_name, asked.contact_email, '', '', asked.currency, asked.subtotal_cents,
    asked.subtotal_cents - asked.total_cents, asked.total_cents, false, 0, asked.points_earned, asked.cancelled_at,
    case when asked.cancelled_at is not null then 'customer' end, asked.version, asked.created_at, asked.updated_at
  from jsonb_to_recordset(${recordset(tx, rows)}) as asked (
    code text, state text, professional_id bigint, customer_id bigint, starts_at timestamptz, ends_at timestamptz,
    contact_name text, contact_email text, currency text, subtotal_cents bigint, total_cents bigint, points_earned int,
    cancelled_at timestamptz, created_at timestamptz, updated_at timestamptz, version int)
  returning id, code`

export interface DemoLine {
  bookingId: number
  position: number
  serviceId: number
  name: TextRow
  priceCents: number
  chargedCents: number
  durationMinutes: number
  pointsAwarded: number
}

export const insertBookingLines = (tx: Tx, rows: DemoLine[]) => tx`
  insert into booking_lines (business_id, booking_id, position, service_id, name, price_cents, charged_cents,
    duration_minutes, points_awarded)
  select ${tx.businessId}::uuid, asked.booking_id, asked.position, asked.service_id, asked.name, asked.price_cents,
    asked.charged_cents, asked.duration_minutes, asked.points_awarded
  from jsonb_to_recordset(${recordset(tx, rows)}) as asked (
    booking_id bigint, position int, service_id bigint, name jsonb, price_cents bigint, charged_cents bigint,
    duration_minutes int, points_awarded int)`

export interface DemoTransition {
  bookingId: number
  fromState: string | null
  toState: string
  actor: string
  occurredAt: string
}

export const insertTransitions = (tx: Tx, rows: DemoTransition[]) => tx`
  insert into booking_transitions (business_id, booking_id, from_state, to_state, actor, reason, occurred_at)
  select ${tx.businessId}::uuid, asked.booking_id, asked.from_state, asked.to_state, asked.actor, '', asked.occurred_at
  from jsonb_to_recordset(${recordset(tx, rows)}) as asked (
    booking_id bigint, from_state text, to_state text, actor text, occurred_at timestamptz)`

export interface DemoClaim {
  resourceId: number
  startsAt: string
  endsAt: string
  ownerId: number
}

/**
 * Takes the time of visits to come; what somebody else took in the meantime is missing from the
 * answer.
 */
export const insertClaims = (tx: Tx, rows: DemoClaim[]) => tx<{ ownerId: number }[]>`
  insert into claims (business_id, resource_id, starts_at, ends_at, kind, owner_kind, owner_id)
  select ${tx.businessId}::uuid, asked.resource_id, asked.starts_at, asked.ends_at, 'booking', 'booking', asked.owner_id
  from jsonb_to_recordset(${recordset(tx, rows)}) as asked (
    resource_id bigint, starts_at timestamptz, ends_at timestamptz, owner_id bigint)
  order by asked.resource_id, asked.starts_at
  on conflict on constraint claims_no_overlap do nothing
  returning owner_id`

export interface DemoReviewRow {
  professionalId: number
  customerName: string
  rating: number
  comment: string
  day: string
}

/** Adds the reviews that are not there yet. */
export const insertReviews = (tx: Tx, rows: DemoReviewRow[]) => tx<{ id: number }[]>`
  insert into reviews (business_id, professional_id, customer_name, rating, comment, day)
  select ${tx.businessId}::uuid, asked.professional_id, asked.customer_name, asked.rating, asked.comment, asked.day
  from jsonb_to_recordset(${recordset(tx, rows)}) as asked (
    professional_id bigint, customer_name text, rating int, comment text, day date)
  where not exists (
    select from reviews known
    where known.business_id = ${tx.businessId} and known.professional_id = asked.professional_id
      and known.customer_name = asked.customer_name and known.comment = asked.comment and known.day = asked.day)
  returning id`
