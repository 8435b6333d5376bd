import { type Query, recordset } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { BookingLine, BookingTransition, Claim } from '../types/booking.ts'

// What belongs to bookings that are inserted in bulk, several hundred rows a statement: by imports, and for
// demo salons. Guests book through app.book_visit.

export const insertBookingLines = (
  tx: Tx,
  rows: readonly (BookingLine & { bookingId: number; position: number })[],
): Query<object> => tx`
  insert into booking_lines (
    business_id, booking_id, position, service_id, name, price_cents, charged_cents,
    vat_basis_points, duration_minutes, points_awarded, professional_id, starts_at, ends_at, phase_minutes,
    buffer_minutes, unit_ids)
  select ${tx.businessId}::uuid, input.booking_id, input.position, input.service_id, input.name,
    input.price_cents, input.charged_cents, input.vat_basis_points, input.duration_minutes, input.points_awarded,
    (input.professional ->> 'id')::bigint, input.starts_at, input.ends_at, input.phases,
    input.buffer_minutes, input.unit_ids
  from jsonb_to_recordset(${recordset(tx, rows)}) as input (
    booking_id bigint, position int, service_id bigint, name jsonb, price_cents bigint,
    charged_cents bigint, vat_basis_points int, duration_minutes int, points_awarded int, professional jsonb,
    starts_at timestamptz, ends_at timestamptz, phases int[], buffer_minutes int,
    unit_ids bigint[])
  returning id`

export const insertTransitions = (
  tx: Tx,
  rows: readonly (Omit<BookingTransition, 'movedFrom' | 'movedTo'> & { bookingId: number })[],
): Query<object> => tx`
  insert into booking_transitions (
    business_id, booking_id, from_state, to_state, actor, reason, note, occurred_at)
  select ${tx.businessId}::uuid, input.booking_id, input."from", input."to", input.by,
    input.reason, input.note, input.at
  from jsonb_to_recordset(${recordset(tx, rows)}) as input (
    booking_id bigint, "from" text, "to" text, by text, reason text, note text, at timestamptz)
  returning id`

/** Returns the claims that were inserted; those of times taken by others are missing. */
export const insertClaims = (
  tx: Tx,
  rows: readonly (Claim & { ownerId: number })[],
): Query<{ ownerId: number }> => tx`
  insert into claims (
    business_id, resource_id, starts_at, ends_at, kind, owner_kind, owner_id)
  select ${tx.businessId}::uuid, input.resource_id, input.starts_at, input.ends_at, 'booking',
    'booking', input.owner_id
  from jsonb_to_recordset(${recordset(tx, rows)}) as input (
    resource_id bigint, starts_at timestamptz, ends_at timestamptz, owner_id bigint)
  order by input.resource_id, input.starts_at
  on conflict on constraint claims_no_overlap do nothing
  returning owner_id`
