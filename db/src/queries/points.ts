import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { Translated } from '../types/values.ts'

/** Moves points once for each cause, never below zero (db/functions/app.move_points.sql). */
export const insertPointsMovement = (
  tx: Tx,
  move: NewMovementRow,
): Query<InsertedMovementRow> => tx`
  select outcome, balance, moved from app.move_points(
    ${tx.businessId}, ${move.customerId}, ${move.kind}, ${move.points}, ${tx.json(move.concept as never)}, ${move.cause},
    ${move.bookingId}, ${move.at})`

/** What a customer holds. */
export const findPointsBalance = (
  tx: Tx,
  customerId: number,
): Query<{ pointsBalance: number }> => tx`
  select points_balance from customers where business_id = ${tx.businessId} and id = ${customerId} and erased_at is null`

/** The newest first. */
export const listMovements = (
  tx: Tx,
  customerId: number,
  page: { offset: number; limit: number },
): Query<MovementRow> => tx`
  select id, kind, points, balance_after, concept, booking_id, created_at
  from points_movements where business_id = ${tx.businessId} and customer_id = ${customerId}
  order by ordinal desc offset ${page.offset} limit ${page.limit}`

export const countMovements = (tx: Tx, customerId: number): Query<{ count: number }> => tx`
  select coalesce(max(ordinal), 0) as count
  from points_movements where business_id = ${tx.businessId} and customer_id = ${customerId}`

export type MovementKind = 'earned' | 'redeemed' | 'bought' | 'reverted' | 'adjusted'

/** The reason of a movement, independent of the language. */
export type ConceptRow =
  | { reason: 'visit' | 'redeemed' | 'given_back'; bookingCode: string }
  | { reason: 'taken_back'; bookingCode: string; asked: number }
  | { reason: 'order'; orderCode: string }
  | { reason: 'order_taken_back'; orderCode: string; asked: number }
  | { reason: 'package'; name: Translated }
  | { reason: 'package_taken_back'; name: Translated; asked: number }
  | { reason: 'adjustment'; note: string }

export interface NewMovementRow {
  customerId: number
  kind: MovementKind
  /** Signed: what the balance gains. */
  points: number
  concept: ConceptRow
  /** Unique per business: a cause counts once. */
  cause: string
  bookingId: number | null
  at: Date
}

export interface InsertedMovementRow {
  outcome: 'moved' | 'repeated' | 'insufficient' | 'unknown'
  /** What the customer holds now. */
  balance: number
  /** What this call added or took. */
  moved: number
}

export interface MovementRow {
  id: number
  kind: MovementKind
  points: number
  balanceAfter: number
  concept: ConceptRow
  bookingId: number | null
  createdAt: Date
}
