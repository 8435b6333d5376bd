import type { Tx } from '@silla/db'
import { awardPoints, movePoints, reversePoints } from '../points/booking-points.ts'
import type { LockedPayment } from './locked-payment.ts'

/**
 * Awards the points of a payment (D15, D25): those of its booking, unless completing the visit
 * awarded them before, of its order, or those bought.
 *
 * @returns the points that this payment added
 */
export async function awardForPayment(
  tx: Tx,
  { payment, ...paid }: LockedPayment,
  at: Date,
): Promise<number> {
  // the points of a visit with a deposit come when it takes place (D39)
  if (payment.purpose === 'deposit') return 0
  const { booking, order, packageName } = paid
  if (booking) {
    const award = await awardPoints(tx, { ...pointsOf(booking), at })
    return award?.moved ?? 0
  }
  const points = order ? order.pointsEarned : payment.pointsBought
  if (points === 0) return 0
  const { moved } = await movePoints(tx, {
    customerId: payment.customerId,
    kind: order ? 'earned' : 'bought',
    points,
    concept: order
      ? { reason: 'order', orderCode: order.code }
      : { reason: 'package', name: packageName },
    cause: order ? `award-order:${order.id}` : `buy:${payment.id}`,
    bookingId: null,
    at,
  })
  return moved
}

/**
 * When everything is refunded, the points are reversed as well, once and down to a balance of 0
 * (D15).
 */
export async function reversePointsForRefund(
  tx: Tx,
  { payment, ...paid }: LockedPayment,
  at: Date,
): Promise<void> {
  const { booking, order, packageName } = paid
  if (booking) {
    await reversePoints(tx, { ...pointsOf(booking), at })
    return
  }
  const points = payment.pointsAwarded
  if (points === 0) return
  await movePoints(tx, {
    customerId: payment.customerId,
    kind: 'reverted',
    points: -points,
    concept: order
      ? { reason: 'order_taken_back', orderCode: order.code, asked: points }
      : { reason: 'package_taken_back', name: packageName, asked: points },
    cause: order ? `take-back-order:${order.id}` : `take-back-bought:${payment.id}`,
    bookingId: null,
    at,
  })
}

const pointsOf = (booking: NonNullable<LockedPayment['booking']>) => ({
  bookingId: booking.id,
  bookingCode: booking.code,
  customerId: booking.customerId,
  points: booking.pointsEarned,
  round: booking.pointsRound,
})
