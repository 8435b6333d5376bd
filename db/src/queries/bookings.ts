import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { BookingFields, BookingLine } from '../types/booking.ts'
import type { Actor, BookingState, Page } from '../types/values.ts'
import { bookingPaymentColumn, type PaymentSummaryRow } from './payment-summaries.ts'

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
