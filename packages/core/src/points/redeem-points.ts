import type { Tx } from '@silla/db'
import { type MovedPoints, movePoints, type PointsOfBooking } from './move-points.ts'

/**
 * Pays services of a booking with points, once (D15).
 *
 * @throws INSUFFICIENT_POINTS
 */
export const redeemPoints = (tx: Tx, of: PointsOfBooking): Promise<MovedPoints> =>
  movePoints(tx, {
    customerId: of.customerId,
    kind: 'redeemed',
    points: -of.points,
    concept: { reason: 'redeemed', bookingCode: of.bookingCode },
    cause: `redeem:${of.bookingId}`,
    bookingId: of.bookingId,
    at: of.at,
  })
