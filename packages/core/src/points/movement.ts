import type { pointsQueries } from '@silla/db'
import type { Translated } from '../catalog/catalog.ts'

export type MovementKind = 'earned' | 'redeemed' | 'bought' | 'reverted' | 'adjusted'

/** The reason of a movement. */
export type Concept =
  | { reason: 'visit' | 'redeemed' | 'given_back'; bookingCode: string }
  | { reason: 'taken_back'; bookingCode: string; asked: number }
  | { reason: 'order'; orderCode: string }
  | { reason: 'order_taken_back'; orderCode: string; asked: number }
  | { reason: 'package'; name: Translated }
  | { reason: 'package_taken_back'; name: Translated; asked: number }
  | { reason: 'adjustment'; note: string }

/** One line of a customer's ledger. */
export interface Movement {
  id: number
  kind: MovementKind
  /** Signed. */
  points: number
  balanceAfter: number
  concept: Concept
  bookingId: number | null
  createdAt: Date
}

/** Maps a stored movement. */
export const readMovement = (row: pointsQueries.MovementRow): Movement => ({
  id: row.id,
  kind: row.kind,
  points: row.points,
  balanceAfter: row.balanceAfter,
  concept: row.concept,
  bookingId: row.bookingId,
  createdAt: row.createdAt,
})
