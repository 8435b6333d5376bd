import { idempotencyParam, type NewIdempotencyKey } from '../idempotency-param.ts'
import type { Query, Sql } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type {
  BookingFields,
  BookingLine,
  BookingTransition,
  Cancellation,
  Claim,
} from '../types/booking.ts'
import type { Actor, BookingState, Language, Page } from '../types/values.ts'
import { bookingPaymentColumn, type PaymentSummaryRow } from './payment-summaries.ts'

/** What prevents one more booking; null: nothing does (db/functions/app.booking_blocker.sql). */
export const findBookingBlocker = (
  sql: Sql,
  businessId: string,
  input: { constraints: BookingConstraints; phone: string; points: number; now: Date },
): Query<{ blocker: BookingBlocker | null }> => sql`
  select app.booking_blocker(
    ${businessId}, ${sql.json(input.constraints as never)}, ${input.phone}, ${input.points},
    ${input.now}) as blocker`

/** Writes a visit completely or not at all (db/functions/app.book_visit.sql). */
export const insertBooking = (
  sql: Sql,
  businessId: string,
  { visit, constraints, idempotency, now }: NewVisit,
): Query<InsertedBooking> => sql`
  select outcome, way, assigned, answer as response, catalog_version
  from app.book_visit(
    ${businessId}, ${sql.json(visit as never)}, ${sql.json(constraints as never)},
    ${idempotency && sql.json(idempotencyParam(idempotency) as never)}, ${now})`

export const findBookingByCode = (tx: Tx, code: string): Query<BookingRow> => tx`
  ${bookingColumns(tx)} where b.business_id = ${tx.businessId} and b.code = ${code}`

export const findBookingById = (tx: Tx, id: number): Query<BookingRow> => tx`
  ${bookingColumns(tx)} where b.business_id = ${tx.businessId} and b.id = ${id}`

/**
 * Locks the row until the transaction ends, then reads it: two statements sent together, because a
 * single one that waited for the lock would return the payment as it was before the wait.
 */
export async function lockBooking(tx: Tx, id: number): Promise<BookingRow[]> {
  const [, rows] = await Promise.all([lockBookingRow(tx, id), findBookingById(tx, id)])
  return rows
}

const lockBookingRow = (tx: Tx, id: number): Query<object> => tx`
  select from bookings where business_id = ${tx.businessId} and id = ${id} for no key update`

/** A booking with its lines and its payment; the condition follows. */
export const bookingColumns = (tx: Tx) => tx`
  select b.id, b.code, b.state, b.starts_at, b.ends_at, b.expires_at, b.customer_id, b.language,
    b.notes, b.currency, b.subtotal_cents, b.discount_cents, b.total_cents, b.payment_required,
    b.payment_id, b.points_used, b.points_earned, b.points_round, b.cancelled_at, b.cancelled_by,
    b.cancel_reason, b.reschedules, b.customer_reschedules, b.refund_limit_percent, b.version,
    b.created_at, b.updated_at, b.assigned_by,
    jsonb_build_object('id', p.id, 'name', p.name) as professional,
    jsonb_build_object(
      'name', b.contact_name, 'email', b.contact_email, 'phone', b.contact_phone) as contact,
    (select jsonb_agg(jsonb_build_object(
        'serviceId', line.service_id, 'name', line.name, 'priceCents', line.price_cents,
        'chargedCents', line.charged_cents, 'durationMinutes', line.duration_minutes,
        'pointsAwarded', line.points_awarded,
        'professional', jsonb_build_object('id', person.id, 'name', person.name),
        'startsAt', line.starts_at, 'endsAt', line.ends_at, 'phases', line.phase_minutes,
        'bufferMinutes', line.buffer_minutes, 'unitIds', line.unit_ids) order by line.position)
      from booking_lines line
      join professionals person
        on person.business_id = ${tx.businessId} and person.id = line.professional_id
      where line.business_id = ${tx.businessId} and line.booking_id = b.id) as lines,
    ${bookingPaymentColumn(tx)} as payment
  from bookings b
  join professionals p on p.business_id = b.business_id and p.id = b.professional_id`

/** A customer's own, latest start first. */
export const listBookingsByCustomer = (
  tx: Tx,
  input: BookingFilter & Page & { customerId: number },
): Query<BookingRow> => tx`
  ${bookingColumns(tx)}
  where b.business_id = ${tx.businessId} and b.customer_id = ${input.customerId}
    and ${matchesFilter(tx, input)}
  order by b.starts_at desc, b.created_at desc, b.id desc
  offset ${input.offset} limit ${input.limit}`

export const countBookingsByCustomer = (
  tx: Tx,
  input: BookingFilter & { customerId: number },
): Query<{ count: number }> => tx`
  select count(*)::int as count from bookings b
  where b.business_id = ${tx.businessId} and b.customer_id = ${input.customerId}
    and ${matchesFilter(tx, input)}`

/** The customer's next visit. */
export const findNextBookingByCustomer = (
  tx: Tx,
  { customerId, now }: { customerId: number; now: Date },
): Query<{ id: number; startsAt: Date }> => tx`
  select id, starts_at from bookings
  where business_id = ${tx.businessId} and customer_id = ${customerId} and starts_at > ${now}
    and state in ('pending', 'confirmed')
  order by starts_at, created_at, id limit 1`

/** All of the salon's, or those of one professional or customer, by start. */
export const listBookings = (
  tx: Tx,
  input: BookingFilter & BookingOwner & Page & { earliestFirst: boolean },
): Query<BookingRow> => {
  const { offset, limit, professionalId } = input
  const byStart = (startsAt: Fragment) =>
    input.earliestFirst
      ? tx`${startsAt}, b.created_at, b.id`
      : tx`${startsAt} desc, b.created_at desc, b.id desc`
  const page =
    professionalId === null
      ? tx`${matchesCustomer(tx, input)} and ${matchesFilter(tx, input)}`
      : tx`b.id = any (array(
          select b.id from (
            (select b.id, b.starts_at, b.created_at ${ofFirstProfessional(tx, professionalId, input)}
              order by ${byStart(tx`b.starts_at`)} limit ${offset + limit})
            union all
            (select b.id, line.visit_starts_at, b.created_at
              ${ofFurtherProfessional(tx, professionalId, input)}
              order by ${byStart(tx`line.visit_starts_at`)} limit ${offset + limit})) b
          order by ${byStart(tx`b.starts_at`)} offset ${offset} limit ${limit}))`
  return tx`
    ${bookingColumns(tx)}
    where b.business_id = ${tx.businessId} and ${page}
    order by ${byStart(tx`b.starts_at`)}
    ${professionalId === null ? tx`offset ${offset} limit ${limit}` : tx``}`
}

export const countBookings = (
  tx: Tx,
  input: BookingFilter & BookingOwner,
): Query<{ count: number }> => {
  const { professionalId } = input
  if (professionalId === null)
    return tx`
      select count(*)::int as count from bookings b
      where b.business_id = ${tx.businessId} and ${matchesCustomer(tx, input)}
        and ${matchesFilter(tx, input)}`
  return tx`
    select (select count(*) ${ofFirstProfessional(tx, professionalId, input)})::int
      + (select count(*) ${ofFurtherProfessional(tx, professionalId, input)})::int as count`
}

/** The bookings whose first line a professional does. */
const ofFirstProfessional = (tx: Tx, professionalId: number, input: BookingFilter & BookingOwner) =>
  tx`
    from bookings b
    where b.business_id = ${tx.businessId} and b.professional_id = ${professionalId}
      and ${matchesCustomer(tx, input)} and ${matchesFilter(tx, input)}`

/**
 * The others in which the professional takes part: few lines, found by an index of those that have
 * `visit_starts_at`.
 */
const ofFurtherProfessional = (
  tx: Tx,
  professionalId: number,
  input: BookingFilter & BookingOwner,
) =>
  tx`
    from booking_lines line
    join bookings b on b.business_id = ${tx.businessId} and b.id = line.booking_id
    where line.business_id = ${tx.businessId} and line.professional_id = ${professionalId}
      and line.visit_starts_at is not null
      and ${startsWithin(tx, tx`line.visit_starts_at`, input)}
      and ${matchesCustomer(tx, input)} and ${matchesFilter(tx, input)}`

type Fragment = ReturnType<Tx>

// A condition that matches every booking is left out, so that a count reads the index alone.
const matchesFilter = (tx: Tx, filter: BookingFilter) => tx`
  ${startsWithin(tx, tx`b.starts_at`, filter)}
  and ${filter.states === null ? tx`true` : tx`b.state = any(${[...filter.states]}::text[])`}`

const startsWithin = (tx: Tx, startsAt: Fragment, { from, before }: BookingFilter) => tx`
  ${from === null ? tx`true` : tx`${startsAt} >= ${from}`}
  and ${before === null ? tx`true` : tx`${startsAt} < ${before}`}`

const matchesCustomer = (tx: Tx, { customerId }: BookingOwner) =>
  customerId === null ? tx`true` : tx`b.customer_id = ${customerId}`

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

/** The history of a booking is append-only. */
export const insertTransition = (
  tx: Tx,
  transition: BookingTransition & { bookingId: number },
): Query<object> => tx`
  insert into booking_transitions (
    business_id, booking_id, from_state, to_state, actor, reason, note, moved_from, moved_to,
    occurred_at)
  values (${tx.businessId}, ${transition.bookingId}, ${transition.from}, ${transition.to},
    ${transition.by}, ${transition.reason}, ${transition.note}, ${transition.movedFrom},
    ${transition.movedTo}, ${transition.at})`

/** When a booking reached its current state. */
export const findLastTransition = (tx: Tx, bookingId: number): Query<{ at: Date }> => tx`
  select occurred_at as at from booking_transitions
  where business_id = ${tx.businessId} and booking_id = ${bookingId}
  order by occurred_at desc, id desc limit 1`

/** The history of a booking, the first transition first. */
export const listTransitions = (tx: Tx, bookingId: number): Query<BookingTransition> => tx`
  select occurred_at as at, from_state as "from", to_state as "to", actor as by, reason, note,
    moved_from, moved_to
  from booking_transitions
  where business_id = ${tx.businessId} and booking_id = ${bookingId}
  order by occurred_at, id`

/** The notes that the salon wrote when it cancelled these bookings. */
export const listCancellationNotes = (
  tx: Tx,
  bookingIds: readonly number[],
): Query<{ bookingId: number; note: string }> => tx`
  select booking_id, note from booking_transitions
  where business_id = ${tx.businessId} and booking_id = any(${[...bookingIds]}::bigint[])
    and to_state = 'cancelled' and note <> ''`

export interface BookingRow extends Omit<BookingFields, 'lines'> {
  lines: BookingLineRow[]
  cancelledAt: Date | null
  cancelledBy: Actor | null
  cancelReason: string | null
  payment: PaymentSummaryRow | null
}

/** A line as JSON contains it. */
export interface BookingLineRow extends Omit<BookingLine, 'startsAt' | 'endsAt'> {
  startsAt: string
  endsAt: string
}

/** Which bookings a list contains, by the time of their start and by state. */
export interface BookingFilter {
  /** null: no limit on that side */
  from: Date | null
  before: Date | null
  /** null: every state */
  states: readonly BookingState[] | null
}

/** Whose bookings a list contains; null: anybody's. */
export interface BookingOwner {
  /** Who does at least one of the services. */
  professionalId: number | null
  customerId: number | null
}

/** Who books, and what the salon requires of them. */
export interface BookingConstraints {
  /** null: a guest, identified by the e-mail */
  customerId: number | null
  /** null: a guest without an e-mail, who is always a new customer (D45) */
  emailKey: string | null
  phoneRequired: boolean
  mayBeBlocked: boolean
  /** How many upcoming bookings are allowed; null: no limit. */
  openLimit: number | null
  /**
   * How many bookings may await payment per client address, with its live holds except the one that
   * becomes this booking (null: none does); null: this booking does not count.
   */
  unpaid: { clientAddress: string; limit: number; holdId: number | null } | null
}

export type BookingBlocker = 'gone' | 'phone' | 'blocked' | 'limit' | 'points'

export interface NewVisit {
  visit: {
    /**
     * As it is stored in its event and its email; the fields of the way that is taken replace its
     * own, and `assigned` is added.
     */
    booking: object
    /** At least one; of several, each with another professional, the first that is free is taken. */
    ways: NewVisitWay[]
    /**
     * The day on which the professional with the least booked time comes first; null: the one of the
     * first way.
     */
    balanceDay: { from: Date; to: Date } | null
    /** The hold that becomes this booking (D36). */
    hold: { id: number; requestedIds: readonly (number | null)[] } | null
    /** The local time of the start: `2030-03-04T10:00`. */
    localStart: string
    catalogVersion: number
    actor: 'customer' | 'business'
    /** When the customer is reminded; null: never. */
    remindAt: Date | null
    /**
     * The email to the salon, unless the booking has to be paid first; null: none.
     */
    ownerMail: { to: string; language: Language; onlyPending: boolean } | null
  }
  constraints: BookingConstraints
  idempotency: NewIdempotencyKey | null
  now: Date
}

/** One way in which a visit can take place. */
export interface NewVisitWay {
  /** Who does the first service. */
  professionalId: number
  /** The fields of the booking that depend on who does it; empty for the only way. */
  booking: object
  claims: Claim[]
  /** When it counts as completed; null: never. */
  completeAt: Date | null
  /** With a hold: what it must hold for this way, as in `HoldFields.lines`. */
  heldLines?: readonly object[]
}

export interface InsertedBooking {
  outcome:
    | 'booked'
    | 'taken'
    | 'stale'
    | 'repeated'
    | 'reused'
    | 'in_progress'
    | 'hold'
    | BookingBlocker
  /** The index of the way that was taken, when `booked`. */
  way: number
  /** What the database adds to the booking, when `booked`. */
  assigned: Pick<BookingFields, 'id' | 'customerId' | 'language' | 'contact'>
  /** The response of the first request, when `repeated`; when `hold`, a `StoredHold` or null. */
  response: unknown
  /** The current one; another than the visit was planned with when `stale`. */
  catalogVersion: number
}

/** A hold that does not fit the booking, as `app.lock_hold` returns it. */
export interface StoredHold {
  lines: BookingLineRow[]
  requestedIds: (number | null)[]
  isLive: boolean
  isBooked: boolean
}
