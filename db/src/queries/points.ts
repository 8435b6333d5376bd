import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { Movement } from '../types/customer.ts'
import type { Page } from '../types/values.ts'

/** Moves points once for each cause, never below zero (db/functions/app.move_points.sql). */
export const insertPointsMovement = (
  tx: Tx,
  movement: NewMovement,
): Query<{
  outcome: 'moved' | 'repeated' | 'insufficient' | 'unknown'
  /** The current balance. */
  balance: number
  /** What this call added or took. */
  moved: number
}> => tx`
  select outcome, balance, moved from app.move_points(
    ${tx.businessId}, ${movement.customerId}, ${movement.kind}, ${movement.points},
    ${tx.json(movement.concept as never)}, ${movement.cause}, ${movement.bookingId},
    ${movement.at})`

export type NewMovement = Pick<Movement, 'kind' | 'points' | 'concept' | 'bookingId'> & {
  customerId: number
  /** Unique per business: a cause counts once. */
  cause: string
  at: Date
}

export const findPointsBalance = (
  tx: Tx,
  customerId: number,
): Query<{ pointsBalance: number }> => tx`
  select points_balance from customers
  where business_id = ${tx.businessId} and id = ${customerId} and erased_at is null`

/** What has caused at most one movement. */
export const findMovement = (tx: Tx, cause: string): Query<Movement> => tx`
  select id, kind, points, balance_after, concept, booking_id, created_at
  from points_movements where business_id = ${tx.businessId} and cause = ${cause}`

/** The newest first. */
export const listMovements = (tx: Tx, customerId: number, page: Page): Query<Movement> => tx`
  select id, kind, points, balance_after, concept, booking_id, created_at
  from points_movements where business_id = ${tx.businessId} and customer_id = ${customerId}
  order by ordinal desc offset ${page.offset} limit ${page.limit}`

export const countMovements = (tx: Tx, customerId: number): Query<{ count: number }> => tx`
  select coalesce(max(ordinal), 0) as count
  from points_movements where business_id = ${tx.businessId} and customer_id = ${customerId}`
