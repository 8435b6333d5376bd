import { idempotencyParam, type NewIdempotencyKey } from '../idempotency-param.ts'
import type { Query, Sql } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { BookingFields, BookingLine, BookingTransition, Claim } from '../types/booking.ts'
import type { EventType } from '../types/event.ts'
import type { AuditParam } from './audit.ts'
import type { NewMail } from './mails.ts'
import type { NewVisit } from './new-bookings.ts'
import type { NewMovement } from './points.ts'

/** Marks a booking paid; the row has to be locked. */
export const updateBookingPayment = (
  tx: Tx,
  paid: Pick<BookingFields, 'id' | 'expiresAt' | 'version'> & { paymentId: number; at: Date },
): Query<object> => tx`
  update bookings
  set payment_id = ${paid.paymentId}, asked_from = null, expires_at = ${paid.expiresAt},
    version = ${paid.version}, updated_at = ${paid.at}
  where business_id = ${tx.businessId} and id = ${paid.id}`

/** A card was saved for it: nothing has to be paid for it to be kept; the row has to be locked. */
export const updateBookingSecured = (
  tx: Tx,
  secured: Pick<BookingFields, 'id' | 'expiresAt' | 'version'> & { at: Date },
): Query<object> => tx`
  update bookings
  set payment_required = false, asked_from = null, expires_at = ${secured.expiresAt},
    version = ${secured.version}, updated_at = ${secured.at}
  where business_id = ${tx.businessId} and id = ${secured.id}`

/** Writes whether the customer of a booking has come in; the row has to be locked. */
export const updateArrival = (
  tx: Tx,
  to: Pick<BookingFields, 'id' | 'arrivedAt' | 'version' | 'updatedAt'>,
): Query<object> => tx`
  update bookings
  set arrived_at = ${to.arrivedAt}, version = ${to.version}, updated_at = ${to.updatedAt}
  where business_id = ${tx.businessId} and id = ${to.id}`

/** Counts a change of what was taken for a booking; the row has to be locked. */
export const touchBooking = (
  tx: Tx,
  to: Pick<BookingFields, 'id' | 'version' | 'updatedAt'>,
): Query<object> => tx`
  update bookings set version = ${to.version}, updated_at = ${to.updatedAt}
  where business_id = ${tx.businessId} and id = ${to.id}`

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

type ChangedLine = Pick<
  BookingLine,
  | 'professional'
  | 'startsAt'
  | 'endsAt'
  | 'durationMinutes'
  | 'phases'
  | 'bufferMinutes'
  | 'unitIds'
  | 'priceCents'
  | 'chargedCents'
>

/** Writes who does each service of a booking, when, and for how much; in the order of its lines. */
export const updateBookingLines = (
  tx: Tx,
  booking: Pick<BookingFields, 'id' | 'startsAt'> & { lines: readonly ChangedLine[] },
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

/**
 * Moves a booking completely or not at all (db/functions/app.move_visit.sql). In a transaction it is
 * one step of several.
 */
export const moveVisit = (
  sql: Sql,
  businessId: string,
  { move, idempotency, now }: { move: VisitMove; idempotency: NewIdempotencyKey | null; now: Date },
): Query<MovedVisit> => sql`
  select outcome, way as candidate, answer as response, catalog_version
  from app.move_visit(
    ${businessId}, ${sql.json(move as never)},
    ${idempotency && sql.json(idempotencyParam(idempotency) as never)}, ${now})`

/** Changes the state of a booking completely or not at all (db/functions/app.change_state.sql). */
export const changeState = (
  sql: Sql,
  businessId: string,
  {
    change,
    idempotency,
    now,
  }: { change: StateChange; idempotency: NewIdempotencyKey | null; now: Date },
): Query<ChangedState> => sql`
  select outcome, answer as response
  from app.change_state(
    ${businessId}, ${sql.json(change as never)},
    ${idempotency && sql.json(idempotencyParam(idempotency) as never)}, ${now})`

/** Writes what belongs to a change of a booking (db/functions/app.record_change.sql). */
export const recordChange = (
  tx: Tx,
  { record, booking, now }: { record: ChangeRecord; booking: object; now: Date },
): Query<object> => tx`
  select app.record_change(
    ${tx.businessId}, ${tx.json(record as never)}, ${tx.json(booking as never)}, ${now})`

export interface VisitMove extends Pick<NewVisit['visit'], 'balanceDay'> {
  /** As it is to be; the fields of the candidate that is taken replace its own. */
  booking: object
  /** The candidates, as app.move_visit names them. */
  ways: {
    /** Who does the first service. */
    professionalId: number
    /** The fields of the booking that depend on who does it; empty for the only candidate. */
    booking: object
    claims: Claim[]
    /** null: the caller records the change, in the same transaction */
    record: ChangeRecord | null
  }[]
  /** All that the candidates may claim. */
  resourceIds: readonly number[]
  /** The new local time of the start: `2030-03-04T10:00`. */
  localStart: string
  /** The time before. */
  from: Date
  to: Date
  catalogVersion: number
  /** Whether its lines become those of the booking; otherwise they are the same ones, changed. */
  replacesLines: boolean
  /** Whether what it claims stays; the candidates have no claims then. */
  keepsClaims: boolean
  /** Whether a blocked customer is refused. */
  checksBlocked: boolean
  /** Whether the move does nothing about payments. */
  isWithoutPayments: boolean
  /** Everything is checked and claimed, and then undone (D44). */
  isSimulated: boolean
  /** null: nothing is recorded, or the caller does it */
  audit: AuditParam | null
}

export interface MovedVisit {
  outcome:
    | 'written'
    | 'simulated'
    | 'stale'
    | 'changed'
    | 'payments'
    | 'blocked'
    | 'taken'
    | 'repeated'
    | 'reused'
    | 'in_progress'
  /** The index of the candidate that was taken, when `written` or `simulated`. */
  candidate: number
  /** The response of the first request, when `repeated`. */
  response: unknown
  /** The current one; another than the move was planned with when `stale`. */
  catalogVersion: number
}

export interface StateChange {
  /** As it is to be. */
  booking: object
  /** The movement of points that belongs to it; null: none */
  points: Omit<NewMovement, 'at'> | null
  /** Whether the change does nothing about payments. */
  isWithoutPayments: boolean
  /** What is stored for the idempotency key, beside the booking. */
  answer: object
  record: ChangeRecord
  audit: AuditParam | null
}

export interface ChangedState {
  outcome: 'written' | 'changed' | 'payments' | 'repeated' | 'reused' | 'in_progress'
  /** The response of the first request, when `repeated`. */
  response: unknown
}

/** What belongs to a change of a booking. */
export interface ChangeRecord {
  /** null: neither state nor time changes */
  transition: Omit<BookingTransition, 'at'> | null
  event: EventType
  /** What event and emails contain beside the booking. */
  more: object
  mails: Pick<NewMail, 'kind' | 'to' | 'language' | 'cause'>[]
  /** By the clock of the business; one without a task removes the waiting job with its key. */
  jobs: { task?: string; payload?: object; dueAt?: Date; key: string }[]
}
