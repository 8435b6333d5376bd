import type { Tx } from '@silla/db'
import { type MovedPoints, movePoints, type PointsOfBooking } from './move-points.ts'

/**
 * What a visit awards, at its payment or when it is completed, whichever is first (D15). A booking
 * that was awarded, taken back and is due again is another `round`: the first is 1.
 */
export async function awardPoints(
  tx: Tx,
  { points, round = 1, ...of }: Award,
): Promise<MovedPoints | null> {
  if (points === 0) return null
  return movePoints(tx, {
    customerId: of.customerId,
    kind: 'earned',
    points,
    concept: { reason: 'visit', bookingCode: of.bookingCode },
    cause: `award:${of.bookingId}:${round}`,
    bookingId: of.bookingId,
    at: of.at,
  })
}

export type Award = PointsOfBooking & { round?: number }
