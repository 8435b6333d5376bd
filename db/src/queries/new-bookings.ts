import { idempotencyParam, type NewIdempotencyKey } from '../idempotency-param.ts'
import type { Query, Sql } from '../pool.ts'
import type { BookingFields, Claim } from '../types/booking.ts'
import type { MessageChannel } from '../types/message.ts'
import type { Language } from '../types/values.ts'
import type { AuditParam } from './audit.ts'
import type { BookingLineRow } from './bookings.ts'

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
  select outcome, way as candidate, assigned, answer as response, catalog_version
  from app.book_visit(
    ${businessId}, ${sql.json(visit as never)}, ${sql.json(constraints as never)},
    ${idempotency && sql.json(idempotencyParam(idempotency) as never)}, ${now})`

/** Who books, and what the salon requires of them. */
export interface BookingConstraints {
  /** null: a guest, identified by the e-mail */
  customerId: number | null
  /**
   * The salon has chosen the customer: details that the booking lacks are those of the card (D74).
   * `visitedId`: the professional whom they must have visited (D65); null: any.
   */
  chosen: { visitedId: number | null } | null
  /** null: a guest without an e-mail, who is always a new customer (D45) */
  emailKey: string | null
  phoneRequired: boolean
  mayBeBlocked: boolean
  /** No further email may be sent because of this guest. */
  mailsBlocked: boolean
  /** How many upcoming bookings are allowed; null: no limit. */
  openLimit: number | null
  /**
   * How many bookings may await payment per client address, with its live holds except the one that
   * becomes this booking (null: none does); null: this booking does not count.
   */
  unpaid: { clientAddress: string; limit: number; holdId: number | null } | null
  /** What a booking of a guest is counted by; null: it is not counted. */
  guest: GuestCeilings | null
}

/** How many bookings guests may make on a day (db/functions/app.count_guest_booking.sql). */
export interface GuestCeilings {
  /** In UTC: `2030-03-04`. */
  day: string
  /** Hashes are hexadecimal. */
  counts: { kind: 'address' | 'domain'; keyHash: string; ceiling: number }[]
}

export type BookingBlocker = 'gone' | 'phone' | 'blocked' | 'limit' | 'mails' | 'points'

export interface NewVisit {
  visit: {
    /**
     * As it is stored in its event and its email; the fields of the candidate that is taken replace its
     * own, and `assigned` is added.
     */
    booking: object
    /** At least one; of several, each with another professional, the first that is free is taken. */
    ways: NewVisitCandidate[]
    /**
     * The day on which the professional with the least booked time comes first; null: the one of the
     * first candidate.
     */
    balanceDay: { from: Date; to: Date } | null
    /** The hold that becomes this booking (D36); `isOver`: it has expired or was released. */
    hold: { id: number; requestedIds: readonly (number | null)[]; isOver: boolean } | null
    /** The local time of the start: `2030-03-04T10:00`. */
    localStart: string
    catalogVersion: number
    actor: 'customer' | 'business'
    /** null: nothing is recorded, or the caller does it */
    audit: AuditParam | null
    /** When the customer is reminded; null: never. */
    remindAt: Date | null
    /**
     * What the guest's emails are counted by beside the recipient, in hexadecimal; null: nothing.
     */
    clientHash: string | null
    /** Whether the customer gets an email about it, if there is an address. */
    notifiesCustomer: boolean
    /** What the customer agrees to, and what they read, in real time (D77); null: nothing. */
    messages: { channels: readonly MessageChannel[]; wording: string; at: Date } | null
    /**
     * The email to the salon, unless the booking has to be paid first; null: none.
     */
    ownerMail: { to: string; language: Language; onlyPending: boolean } | null
  }
  constraints: BookingConstraints
  idempotency: NewIdempotencyKey | null
  now: Date
}

/** A possible way in which a visit can take place. */
export interface NewVisitCandidate {
  /** Who does the first service. */
  professionalId: number
  /** The fields of the booking that depend on who does it; empty for the only candidate. */
  booking: object
  claims: Claim[]
  /** When it counts as completed; null: never. */
  completeAt: Date | null
  /** With a hold: what it must hold for this candidate, as in `HoldFields.lines`. */
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
    | 'guests'
    | BookingBlocker
  /** The index of the candidate that was taken, when `booked`. */
  candidate: number
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
