import type { Tx } from '@silla/db'
import { type MovedPoints, movePoints, type PointsOfBooking } from './move-points.ts'

/** A booking paid with points was cancelled: they come back, once (D15). */
export async function restorePoints(tx: Tx, of: PointsOfBooking): Promise<MovedPoints | null> {
  if (of.points === 0) return null
  return movePoints(tx, {
    customerId: of.customerId,
    kind: 'reverted',
    points: of.points,
    concept: { reason: 'given_back', bookingCode: of.bookingCode },
    cause: `give-back:${of.bookingId}`,
    bookingId: of.bookingId,
    at: of.at,
  })
}
