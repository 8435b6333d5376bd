import type { Tx } from '@silla/db'
import type { Award } from './award-points.ts'
import { type MovedPoints, movePoints } from './move-points.ts'

/**
 * Takes back what a visit awarded, as far as the balance goes: whoever spent them keeps what they
 * bought (D15).
 */
export async function reversePoints(
  tx: Tx,
  { points, round = 1, ...of }: Award,
): Promise<MovedPoints | null> {
  if (points === 0) return null
  return movePoints(tx, {
    customerId: of.customerId,
    kind: 'reverted',
    points: -points,
    concept: { reason: 'taken_back', bookingCode: of.bookingCode, asked: points },
    cause: `take-back:${of.bookingId}:${round}`,
    bookingId: of.bookingId,
    at: of.at,
  })
}
