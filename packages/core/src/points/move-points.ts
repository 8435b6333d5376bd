import { pointsQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'

/** What a movement belongs to: a booking and its customer. */
export interface PointsOfBooking {
  bookingId: number
  bookingCode: string
  customerId: number
  points: number
  at: Date
}

/** What came of it; `repeated` means that this cause was counted before, so that nothing moved. */
export interface MovedPoints {
  outcome: 'moved' | 'repeated'
  balance: number
  /** Signed; 0 when repeated. */
  moved: number
}

/**
 * Writes one movement in the transaction of its cause.
 *
 * @throws INSUFFICIENT_POINTS when the balance does not reach
 */
export async function movePoints(tx: Tx, move: pointsQueries.NewMovementRow): Promise<MovedPoints> {
  const [row] = await pointsQueries.insertPointsMovement(tx, move)
  if (!row || row.outcome === 'unknown')
    throw new Error(`no customer ${move.customerId} to move points of`)
  if (row.outcome === 'insufficient') fail('INSUFFICIENT_POINTS')
  return { outcome: row.outcome, balance: row.balance, moved: row.moved }
}
