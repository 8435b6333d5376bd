import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { BookingFields, BookingLine } from '../types/booking.ts'
import type { TillSums } from '../types/till.ts'
import type { Actor } from '../types/values.ts'
import { type BookingPaymentRow, bookingPaymentsColumn } from './payment-summaries.ts'
import { bookingTillColumns } from './till.ts'

/** 0 finds none. */
export const findBookingCode = (tx: Tx, id: number): Query<{ code: string }> => tx`
  select b.code from bookings b where b.business_id = ${tx.businessId} and b.id = ${id}`

/** @param professionalId who takes part in it; null: anybody */
export const findBookingById = (
  tx: Tx,
  id: number,
  professionalId: number | null = null,
): Query<BookingRow> => tx`
  ${bookingColumns(tx)} where b.business_id = ${tx.businessId} and b.id = ${id}
    ${participantCondition(tx, professionalId)}`

/**
 * Locks the row until the transaction ends, then reads it: two statements sent together, because a
 * single one that waited for the lock would return the payment as it was before the wait.
 */
export async function lockBooking(
  tx: Tx,
  id: number,
  professionalId: number | null = null,
): Promise<BookingRow[]> {
  const [, rows] = await Promise.all([
    lockBookingRow(tx, id),
    findBookingById(tx, id, professionalId),
  ])
  return rows
}

/** A condition on the booking `b`: who takes part in it; null: none. */
export const participantCondition = (tx: Tx, professionalId: number | null) =>
  professionalId === null
    ? tx``
    : tx`and (b.professional_id = ${professionalId} or exists (
        select from booking_lines own
        where own.business_id = ${tx.businessId} and own.booking_id = b.id
          and own.professional_id = ${professionalId}))`

const lockBookingRow = (tx: Tx, id: number): Query<object> => tx`
  select from bookings where business_id = ${tx.businessId} and id = ${id} for no key update`

/** A booking with its lines and its payments; the condition follows. */
export const bookingColumns = (tx: Tx) => tx`
  select b.id, b.code, b.state, b.starts_at, b.ends_at, b.expires_at, b.customer_id, b.language,
    b.notes, b.currency, b.subtotal_cents, b.discount_cents, b.total_cents, b.payment_required,
    b.deposit_cents, b.guarantee, b.payment_id, b.points_used, b.points_earned, b.points_round, b.cancelled_at,
    b.cancelled_by, b.cancel_reason, b.reschedules, b.customer_reschedules, b.refund_limit_percent,
    b.series_id, b.source, b.arrived_at, b.version,
    b.created_at, b.updated_at, b.assigned_by,
    jsonb_build_object('id', p.id, 'name', p.name) as professional,
    jsonb_build_object(
      'name', b.contact_name, 'email', b.contact_email, 'phone', b.contact_phone) as contact,
    (select coalesce(jsonb_agg(jsonb_build_object(
        'serviceId', line.service_id, 'name', line.name, 'priceCents', line.price_cents,
        'chargedCents', line.charged_cents, 'vatBasisPoints', line.vat_basis_points,
        'durationMinutes', line.duration_minutes,
        'pointsAwarded', line.points_awarded,
        'professional', jsonb_build_object('id', person.id, 'name', person.name),
        'startsAt', line.starts_at, 'endsAt', line.ends_at, 'phases', line.phase_minutes,
        'bufferMinutes', line.buffer_minutes, 'unitIds', line.unit_ids) order by line.position), '[]')
      from booking_lines line
      join professionals person
        on person.business_id = ${tx.businessId} and person.id = line.professional_id
      where line.business_id = ${tx.businessId} and line.booking_id = b.id) as lines,
    ${bookingPaymentsColumn(tx)} as payments, till.taken_cents, till.tip_cents
  from bookings b
  join professionals p on p.business_id = b.business_id and p.id = b.professional_id
  cross join lateral ${bookingTillColumns(tx)} till`

/** How many visits of a customer took place, and how many they missed. */
export const countVisits = (
  tx: Tx,
  customerId: number,
): Query<{ completed: number; noShows: number }> => tx`
  select count(*) filter (where state = 'completed')::int as completed,
    count(*) filter (where state = 'no_show')::int as no_shows
  from bookings
  where business_id = ${tx.businessId} and customer_id = ${customerId}
    and state in ('completed', 'no_show')`

/** The customer's next visit. */
export const findNextBookingByCustomer = (
  tx: Tx,
  { customerId, now }: { customerId: number; now: Date },
): Query<{ id: number; startsAt: Date }> => tx`
  select id, starts_at from bookings
  where business_id = ${tx.businessId} and customer_id = ${customerId} and starts_at > ${now}
    and state in ('pending', 'confirmed')
  order by starts_at, created_at, id limit 1`

export interface BookingRow extends Omit<BookingFields, 'lines'>, TillSums {
  lines: BookingLineRow[]
  cancelledAt: Date | null
  cancelledBy: Actor | null
  cancelReason: string | null
  /** In the order of their requests; null: none. */
  payments: BookingPaymentRow[] | null
}

/** A line as JSON contains it. */
export interface BookingLineRow extends Omit<BookingLine, 'startsAt' | 'endsAt'> {
  startsAt: string
  endsAt: string
}
