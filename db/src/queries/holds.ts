import { idempotencyParam, type NewIdempotencyKey } from '../idempotency-param.ts'
import type { Query, Sql } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { Claim } from '../types/booking.ts'
import type { HoldFields } from '../types/hold.ts'
import type { Page } from '../types/values.ts'
import type { AuditParam } from './audit.ts'
import type { BookingLineRow } from './bookings.ts'

/** Holds the time of a visit completely or not at all (db/functions/app.hold_visit.sql). */
export const insertHold = (
  sql: Sql,
  businessId: string,
  { visit, limits, idempotency, now }: NewHold,
): Query<InsertedHold> => sql`
  select outcome, way as candidate, hold_id, answer as response, catalog_version
  from app.hold_visit(
    ${businessId}, ${sql.json(visit as never)}, ${sql.json(limits as never)},
    ${idempotency && sql.json(idempotencyParam(idempotency) as never)}, ${now})`

/** Whether the caller may hold no further time (db/functions/app.hold_limit_reached.sql). */
export const findHoldLimitReached = (
  sql: Sql,
  businessId: string,
  { limits, startsAt, endsAt, now }: { limits: HoldLimits; now: Date } & HeldTime,
): Query<{ reached: boolean }> => sql`
  select app.hold_limit_reached(
    ${businessId}, ${sql.json(limits as never)}, ${startsAt}, ${endsAt}, ${now}) as reached`

export const findHold = (tx: Tx, id: number): Query<HoldRow> => tx`${holdById(tx, id)}`

/** The same, locked until the transaction ends. */
export const lockHold = (tx: Tx, id: number): Query<HoldRow> => tx`
  ${holdById(tx, id)} for no key update`

const holdById = (tx: Tx, id: number) => holdsWhere(tx, tx`hold.id = ${id}`)

const holdsWhere = (tx: Tx, condition: Fragment) => tx`
  select hold.id, hold.starts_at, hold.ends_at, hold.lines, hold.requested_ids, hold.currency,
    hold.due_now_cents, coalesce(hold.requirement, 'none') as requirement, hold.guarantee, hold.expires_at, hold.extended_at, hold.released_at, hold.booking_id,
    hold.created_at
  from holds hold
  where hold.business_id = ${tx.businessId} and ${condition}`

/** By start. */
export const listLiveHolds = (
  tx: Tx,
  { now, offset, limit }: { now: Date } & Page,
): Query<HoldRow> => tx`
  ${holdsWhere(tx, isLive(tx, now))}
  order by hold.starts_at, hold.created_at, hold.id
  offset ${offset} limit ${limit}`

export const countLiveHolds = (tx: Tx, now: Date): Query<{ count: number }> => tx`
  select count(*)::int as count from holds hold
  where hold.business_id = ${tx.businessId} and ${isLive(tx, now)}`

type Fragment = ReturnType<Tx>

const isLive = (tx: Tx, now: Date): Fragment => tx`
  hold.expires_at > ${now} and hold.released_at is null and hold.booking_id is null`

/** A hold and its claims end later; the row has to be locked. */
export const extendHold = (
  tx: Tx,
  { id, expiresAt, extendedAt }: { id: number; expiresAt: Date; extendedAt: Date },
): Query<object>[] => [
  tx`
    update holds set expires_at = ${expiresAt}, extended_at = ${extendedAt}
    where business_id = ${tx.businessId} and id = ${id}`,
  tx`
    update claims set expires_at = ${expiresAt}
    where business_id = ${tx.businessId} and owner_kind = 'hold' and owner_id = ${id}`,
]

/** Marks a live hold as released; the row has to be locked. */
export const updateHoldReleased = (tx: Tx, id: number, releasedAt: Date): Query<object> => tx`
  update holds set released_at = ${releasedAt} where business_id = ${tx.businessId} and id = ${id}`

/** Frees the time of a hold. */
export const deleteHoldClaims = (tx: Tx, id: number): Query<object> => tx`
  delete from claims
  where business_id = ${tx.businessId} and owner_kind = 'hold' and owner_id = ${id}`

/**
 * Deletes the claims of all expired holds. One that is locked stays: a booking of its time is deleting
 * it at this moment.
 */
export const deleteExpiredClaims = (tx: Tx, now: Date): Query<object> => tx`
  delete from claims
  where business_id = ${tx.businessId} and id = any (array(
    select expired.id from claims expired
    where expired.business_id = ${tx.businessId} and expired.expires_at <= ${now}
    for update skip locked))`

/** Any claim that expires, one that has expired included. */
export const findClaimThatExpires = (tx: Tx): Query<{ expiresAt: Date }> => tx`
  select expires_at from claims
  where business_id = ${tx.businessId} and expires_at is not null limit 1`

export interface HoldRow extends Omit<HoldFields, 'lines'> {
  lines: BookingLineRow[]
  extendedAt: Date | null
  releasedAt: Date | null
  /** The booking that it has become; null: none */
  bookingId: number | null
}

interface HeldTime {
  startsAt: Date
  endsAt: Date
}

/** How much time a caller may hold. */
export interface HoldLimits {
  /** Whose holds count: a client address, or `key:<id>` of a secret key; null: no limit applies. */
  scope: string | null
  /** Live holds and unpaid bookings together. */
  live: number
  /** Holds within an hour; null: any number. */
  perHour: number | null
  /** Whether a time that overlaps their own hold of just now may be held again. */
  again: boolean
}

export interface NewHold {
  visit: {
    /** The fields of the hold without those that `ways` contains; the id is added to them. */
    hold: object
    /** At least one; of several, each with another professional, the first that is free is taken. */
    ways: NewHoldCandidate[]
    /** As that of a new booking. */
    balanceDay: { from: Date; to: Date } | null
    catalogVersion: number
    /** Whether its time is offered to the waitlist when it expires (D40). */
    wakesWaitlist: boolean
    /** null: nothing is recorded */
    audit: AuditParam | null
  }
  limits: HoldLimits
  idempotency: NewIdempotencyKey | null
  now: Date
}

/** A possible way in which the visit can take place. */
export interface NewHoldCandidate {
  /** Who does the first service. */
  professionalId: number
  /** The fields of the hold that depend on who does it. */
  hold: object
  claims: Claim[]
}

export interface InsertedHold {
  outcome: 'held' | 'limit' | 'taken' | 'stale' | 'repeated' | 'reused' | 'in_progress'
  /** The index of the candidate that was taken, when `held`. */
  candidate: number
  /** When `held`. */
  holdId: number
  /** The response of the first request, when `repeated`. */
  response: unknown
  /** The current one; another than the visit was planned with when `stale`. */
  catalogVersion: number
}
