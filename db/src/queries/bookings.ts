import type { Query, Sql } from '../pool.ts'
import { recordset } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { TextRow } from './catalog.ts'
import { bookingPaymentColumn, type PaymentSummaryRow } from './payment-summaries.ts'

/** What stands between somebody and one more booking (db/functions/app.booking_obstacle.sql). */
export const findBookingBlocker = (
  sql: Sql,
  businessId: string,
  input: BookingConstraints & { phone: string; points: number; now: Date },
): Query<{ obstacle: Blocker | null }> => sql`
  select app.booking_obstacle(
    ${businessId}, ${input.customerId}, ${input.emailKey}, ${input.phone}, ${input.phoneRequired}, ${input.mayBeBlocked},
    ${input.openLimit}, ${input.unpaid?.askedFrom ?? null}, ${input.unpaid?.limit ?? null}, ${input.points}, ${input.now}) as obstacle`

/** Writes a visit whole or not at all (db/functions/app.book_visit.sql). */
export const insertBooking = (
  sql: Sql,
  businessId: string,
  visit: NewBookingRow,
): Query<InsertedBookingRow> => sql`
  select outcome, booking_id, customer_id, contact_name, contact_email, contact_phone, language, answer, catalog_version
  from app.book_visit(
    ${businessId}, ${visit.catalogVersion}, ${visit.now},
    ${visit.attempt?.keyHash ?? null}, ${visit.attempt?.askHash ?? null},
    ${visit.attempt ? sql.json(visit.attempt.answer as never) : null},
    ${visit.who.customerId}, ${visit.who.phoneRequired}, ${visit.who.mayBeBlocked}, ${visit.who.openLimit},
    ${visit.who.unpaid?.askedFrom ?? null}, ${visit.who.unpaid?.limit ?? null},
    ${visit.claims.map((claim) => claim.resourceId)},
    ${visit.claims.map((claim) => claim.startsAt.toISOString())},
    ${visit.claims.map((claim) => claim.endsAt.toISOString())},
    ${visit.code}, ${visit.state}, ${visit.professionalId}, ${visit.startsAt}, ${visit.endsAt}, ${visit.expiresAt},
    ${visit.completeAt}, ${visit.remindAt},
    ${visit.contact.name}, ${visit.contact.email}, ${visit.who.emailKey}, ${visit.contact.phone}, ${visit.language}, ${visit.notes},
    ${visit.currency}, ${visit.subtotalCents}, ${visit.discountCents}, ${visit.totalCents},
    ${visit.paymentRequired}, ${visit.pointsUsed}, ${visit.pointsEarned}, ${recordset(sql, visit.lines)}, ${visit.actor},
    ${sql.json(visit.event as never)})`

export const findBookingByCode = (tx: Tx, code: string): Query<BookingRow> => tx`
  ${bookingColumns(tx)} where b.business_id = ${tx.businessId} and b.code = ${code}`

export const findBookingById = (tx: Tx, id: number): Query<BookingRow> => tx`
  ${bookingColumns(tx)} where b.business_id = ${tx.businessId} and b.id = ${id}`

/**
 * Locks the row until the transaction ends, then reads it: two questions sent together, since one
 * that had waited for the lock would tell the payment as it was before it waited.
 */
export async function lockBooking(tx: Tx, id: number): Promise<BookingRow[]> {
  const [, rows] = await Promise.all([lockBookingRow(tx, id), findBookingById(tx, id)])
  return rows
}

const lockBookingRow = (tx: Tx, id: number): Query<object> => tx`
  select from bookings where business_id = ${tx.businessId} and id = ${id} for no key update`

/** A booking with its lines and what was paid for it; what it is asked by follows. */
export const bookingColumns = (tx: Tx) => tx`
  select b.id, b.code, b.state, b.starts_at, b.ends_at, b.expires_at, b.professional_id, p.name as professional_name, b.customer_id,
    b.contact_name, b.contact_email, b.contact_phone, b.language, b.notes, b.currency, b.subtotal_cents, b.discount_cents, b.total_cents,
    b.payment_required, b.payment_id, b.points_used, b.points_earned, b.points_round, b.cancelled_at, b.cancelled_by, b.cancel_reason, b.version,
    b.created_at, b.updated_at,
    (select jsonb_agg(jsonb_build_object(
        'serviceId', line.service_id, 'name', line.name, 'priceCents', line.price_cents, 'chargedCents', line.charged_cents,
        'durationMinutes', line.duration_minutes, 'pointsAwarded', line.points_awarded) order by line.position)
      from booking_lines line where line.business_id = ${tx.businessId} and line.booking_id = b.id) as lines,
    ${bookingPaymentColumn(tx)} as payment
  from bookings b
  join professionals p on p.business_id = b.business_id and p.id = b.professional_id`

/** Writes where a booking stands now, unless somebody moved it since it was read. */
export const updateBookingState = (tx: Tx, to: BookingUpdate): Query<{ id: number }> => tx`
  update bookings
  set state = ${to.state}, expires_at = ${to.expiresAt}, points_round = ${to.pointsRound},
    cancelled_at = ${to.cancelledAt}, cancelled_by = ${to.cancelledBy}, cancel_reason = ${to.cancelReason}, asked_from = null,
    version = ${to.version}, updated_at = ${to.updatedAt}
  where business_id = ${tx.businessId} and id = ${to.id} and version = ${to.version - 1}
  returning id`

/** Marks a booking paid; the row has to be locked. */
export const updateBookingPayment = (
  tx: Tx,
  paid: { id: number; paymentId: number; expiresAt: Date | null; version: number; at: Date },
): Query<object> => tx`
  update bookings
  set payment_id = ${paid.paymentId}, asked_from = null, expires_at = ${paid.expiresAt}, version = ${paid.version}, updated_at = ${paid.at}
  where business_id = ${tx.businessId} and id = ${paid.id}`

/** Gives the time back. */
export const deleteClaims = (tx: Tx, bookingId: number): Query<object> => tx`
  delete from claims where business_id = ${tx.businessId} and owner_kind = 'booking' and owner_id = ${bookingId}`

/** The history of a booking is only ever added to. */
export const insertTransition = (
  tx: Tx,
  move: { bookingId: number; from: string; to: string; actor: string; reason: string; at: Date },
): Query<object> => tx`
  insert into booking_transitions (business_id, booking_id, from_state, to_state, actor, reason, occurred_at)
  values (${tx.businessId}, ${move.bookingId}, ${move.from}, ${move.to}, ${move.actor}, ${move.reason}, ${move.at})`

/** When a booking came to the state it is in. */
export const findLastTransition = (tx: Tx, bookingId: number): Query<{ occurredAt: Date }> => tx`
  select occurred_at from booking_transitions
  where business_id = ${tx.businessId} and booking_id = ${bookingId}
  order by occurred_at desc, id desc limit 1`

/** How a booking came to its state, the first step first. */
export const listTransitions = (tx: Tx, bookingId: number): Query<TransitionRow> => tx`
  select occurred_at, from_state, to_state, actor, reason from booking_transitions
  where business_id = ${tx.businessId} and booking_id = ${bookingId}
  order by occurred_at, id`

export interface TransitionRow {
  occurredAt: Date
  /** null: it was made */
  fromState: BookingRow['state'] | null
  toState: BookingRow['state']
  actor: 'customer' | 'business' | 'system'
  reason: string
}

/** Who asks for a visit, and what the salon wants of them. */
export interface BookingConstraints {
  /** null: a guest, who is known by the e-mail */
  customerId: number | null
  emailKey: string
  phoneRequired: boolean
  mayBeBlocked: boolean
  /** null: no limit */
  openLimit: number | null
  /**
   * Of bookings that wait for their payment, by where they were asked for; null: this one does not
   * count.
   */
  unpaid: { askedFrom: string; limit: number } | null
}

export type Blocker = 'gone' | 'phone' | 'blocked' | 'limit' | 'points'

export interface NewBookingRow {
  catalogVersion: number
  now: Date
  attempt: { keyHash: Buffer; askHash: Buffer; answer: unknown } | null
  who: BookingConstraints
  claims: { resourceId: number; startsAt: Date; endsAt: Date }[]
  code: string
  state: 'pending' | 'confirmed'
  professionalId: number
  startsAt: Date
  endsAt: Date
  expiresAt: Date | null
  /** When it counts as done, and when the customer is to be reminded; null: never. */
  completeAt: Date | null
  remindAt: Date | null
  contact: { name: string; email: string; phone: string }
  language: string
  notes: string
  currency: string
  subtotalCents: number
  discountCents: number
  totalCents: number
  paymentRequired: boolean
  pointsUsed: number
  pointsEarned: number
  lines: NewBookingLineRow[]
  actor: 'customer' | 'business'
  event: object
}

export interface NewBookingLineRow extends LineRow {
  position: number
}

export interface InsertedBookingRow {
  outcome: 'booked' | 'taken' | 'stale' | 'repeated' | 'reused' | 'in_progress' | Blocker
  bookingId: number
  customerId: number
  contactName: string
  contactEmail: string
  contactPhone: string
  language: 'es' | 'en' | 'ar'
  /** What an earlier try was answered, when `repeated`. */
  answer: unknown
  /** The one in force; another than was planned with when `stale`. */
  catalogVersion: number
}

export interface BookingUpdate {
  id: number
  state: BookingRow['state']
  expiresAt: Date | null
  pointsRound: number
  cancelledAt: Date | null
  cancelledBy: BookingRow['cancelledBy']
  cancelReason: string | null
  /** The new one, one above the one that was read. */
  version: number
  updatedAt: Date
}

export interface LineRow {
  serviceId: number
  name: TextRow
  priceCents: number
  chargedCents: number
  durationMinutes: number
  pointsAwarded: number
}

export interface BookingRow {
  id: number
  code: string
  state: 'pending' | 'confirmed' | 'completed' | 'cancelled' | 'no_show'
  startsAt: Date
  endsAt: Date
  expiresAt: Date | null
  professionalId: number
  professionalName: string
  customerId: number
  contactName: string
  contactEmail: string
  contactPhone: string
  language: 'es' | 'en' | 'ar'
  notes: string
  currency: 'EUR' | 'USD' | 'GBP' | 'AED'
  subtotalCents: number
  discountCents: number
  totalCents: number
  paymentRequired: boolean
  paymentId: number | null
  pointsUsed: number
  pointsEarned: number
  pointsRound: number
  cancelledAt: Date | null
  cancelledBy: 'customer' | 'business' | 'system' | null
  cancelReason: string | null
  version: number
  createdAt: Date
  updatedAt: Date
  lines: LineRow[]
  payment: PaymentSummaryRow | null
}
