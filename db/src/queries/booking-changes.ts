import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { BookingFields, Cancellation, Claim } from '../types/booking.ts'
import type { NewVisit } from './new-bookings.ts'

/** Writes the state of a booking, unless it was changed since it was read. */
export const updateBookingState = (
  tx: Tx,
  to: Pick<
    BookingFields,
    'id' | 'state' | 'expiresAt' | 'pointsRound' | 'version' | 'updatedAt'
  > & {
    cancellation: Cancellation | null
  },
): Query<{ id: number }> => tx`
  update bookings
  set state = ${to.state}, expires_at = ${to.expiresAt}, points_round = ${to.pointsRound},
    cancelled_at = ${to.cancellation?.at ?? null}, cancelled_by = ${to.cancellation?.by ?? null},
    cancel_reason = ${to.cancellation?.reason ?? null}, asked_from = null,
    version = ${to.version}, updated_at = ${to.updatedAt}
  where business_id = ${tx.businessId} and id = ${to.id} and version = ${to.version - 1}
  returning id`

/** Marks a booking paid; the row has to be locked. */
export const updateBookingPayment = (
  tx: Tx,
  paid: Pick<BookingFields, 'id' | 'expiresAt' | 'version'> & { paymentId: number; at: Date },
): Query<object> => tx`
  update bookings
  set payment_id = ${paid.paymentId}, asked_from = null, expires_at = ${paid.expiresAt},
    version = ${paid.version}, updated_at = ${paid.at}
  where business_id = ${tx.businessId} and id = ${paid.id}`

/**
 * Locks the resources of a booking, and those that it may take instead, in one order for all: two
 * bookings that are moved at once do not wait for each other's claims.
 */
export const lockResources = (
  tx: Tx,
  input: { bookingId: number; resourceIds: readonly number[] },
): Query<object> => tx`
  select from resources
  where business_id = ${tx.businessId} and id = any(array(
    select resource_id from claims
    where business_id = ${tx.businessId} and owner_kind = 'booking'
      and owner_id = ${input.bookingId}
    union all select unnest(${[...input.resourceIds]}::bigint[])))
  order by id for no key update`

/**
 * Claims the first way of a visit that is free, for a booking without claims, and returns its index;
 * null: there is none, and the transaction has to be rolled back
 * (db/functions/app.reclaim_visit.sql).
 */
export const reclaimVisit = (
  tx: Tx,
  input: Pick<NewVisit['visit'], 'balanceDay'> & {
    bookingId: number
    ways: { professionalId: number; claims: Claim[] }[]
    now: Date
  },
): Query<{ way: number | null }> => tx`
  select app.reclaim_visit(
    ${tx.businessId}, ${input.bookingId}, ${tx.json(input.ways as never)},
    ${input.balanceDay && tx.json(input.balanceDay as never)}, ${input.now}) as way`

/** Writes the new time of a booking, and what depends on it; the row has to be locked. */
export const updateBookingTime = (
  tx: Tx,
  to: RescheduledFields & { localStart: string; timezone: string },
): Query<object> => tx`
  update bookings
  set state = ${to.state}, professional_id = ${to.professional.id}, assigned_by = ${to.assignedBy},
    starts_at = ${to.startsAt}, ends_at = ${to.endsAt}, local_start = ${to.localStart},
    timezone = ${to.timezone}, expires_at = ${to.expiresAt},
    payment_required = ${to.paymentRequired}, subtotal_cents = ${to.subtotalCents},
    discount_cents = ${to.discountCents}, total_cents = ${to.totalCents},
    reschedules = ${to.reschedules}, customer_reschedules = ${to.customerReschedules},
    refund_limit_percent = ${to.refundLimitPercent}, version = ${to.version},
    updated_at = ${to.updatedAt}
  where business_id = ${tx.businessId} and id = ${to.id}`

type RescheduledFields = Pick<
  BookingFields,
  | 'id'
  | 'state'
  | 'professional'
  | 'assignedBy'
  | 'startsAt'
  | 'endsAt'
  | 'expiresAt'
  | 'paymentRequired'
  | 'subtotalCents'
  | 'discountCents'
  | 'totalCents'
  | 'reschedules'
  | 'customerReschedules'
  | 'refundLimitPercent'
  | 'version'
  | 'updatedAt'
>

/** Writes who does each service of a booking, when, and for how much; in the order of its lines. */
export const updateBookingLines = (
  tx: Tx,
  booking: Pick<BookingFields, 'id' | 'startsAt' | 'lines'>,
): Query<object> => tx`
  update booking_lines line
  set professional_id = changed.professional_id, starts_at = changed.starts_at,
    ends_at = changed.ends_at, duration_minutes = changed.duration_minutes,
    phase_minutes = changed.phase_minutes, buffer_minutes = changed.buffer_minutes,
    unit_ids = changed.unit_ids, price_cents = changed.price_cents,
    charged_cents = changed.charged_cents, visit_starts_at = changed.visit_starts_at
  from (
    select each.position - 1 as position, (each.professional ->> 'id')::bigint as professional_id,
      each.starts_at, each.ends_at, each.duration_minutes, each.phase_minutes,
      each.buffer_minutes, each.unit_ids, each.price_cents, each.charged_cents,
      case when each.position > 1
        and row_number() over (
          partition by each.professional ->> 'id' order by each.position) = 1
        then ${booking.startsAt}::timestamptz end as visit_starts_at
    from rows from (
      jsonb_to_recordset(${tx.json(booking.lines as never)}) as (
        professional jsonb, "startsAt" timestamptz, "endsAt" timestamptz, "durationMinutes" int,
        phases int[], "bufferMinutes" int, "unitIds" bigint[], "priceCents" bigint,
        "chargedCents" bigint))
      with ordinality as each (
        professional, starts_at, ends_at, duration_minutes, phase_minutes, buffer_minutes,
        unit_ids, price_cents, charged_cents, position)) changed
  where line.business_id = ${tx.businessId} and line.booking_id = ${booking.id}
    and line.position = changed.position`

/** Releases the time of a booking. */
export const deleteClaims = (tx: Tx, bookingId: number): Query<object> => tx`
  delete from claims
  where business_id = ${tx.businessId} and owner_kind = 'booking' and owner_id = ${bookingId}`
