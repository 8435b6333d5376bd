import { pointsQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'

/** A movement of points for one booking and its customer. */
export interface PointsOfBooking {
  bookingId: number
  bookingCode: string
  customerId: number
  points: number
  at: Date
}

/** A booking whose points were taken back and are due again is another `round`; the first is 1. */
export type Award = PointsOfBooking & { round?: number }

/** `repeated`: a movement with this cause was written before, so the balance did not change. */
export interface MovedPoints {
  outcome: 'moved' | 'repeated'
  balance: number
  /** Signed; 0 when repeated. */
  moved: number
}

/** Adds the points that a visit awards, at payment or completion, whichever is first (D15). */
export const awardPoints = (tx: Tx, { at, ...of }: Award): Promise<MovedPoints | null> =>
  moveIfAny(tx, award(of), at)

export const award = ({ points, round = 1, ...of }: Omit<Award, 'at'>): PointsMovement | null =>
  points === 0
    ? null
    : {
        customerId: of.customerId,
        kind: 'earned',
        points,
        concept: { reason: 'visit', bookingCode: of.bookingCode },
        cause: `award:${of.bookingId}:${round}`,
        bookingId: of.bookingId,
      }

/**
 * Takes back what a visit awarded, at most the balance: points that were already spent are not
 * claimed back (D15).
 */
export const reversePoints = (tx: Tx, { at, ...of }: Award): Promise<MovedPoints | null> =>
  moveIfAny(tx, reversal(of), at)

export const reversal = ({ points, round = 1, ...of }: Omit<Award, 'at'>): PointsMovement | null =>
  points === 0
    ? null
    : {
        customerId: of.customerId,
        kind: 'reverted',
        points: -points,
        concept: { reason: 'taken_back', bookingCode: of.bookingCode, asked: points },
        cause: `take-back:${of.bookingId}:${round}`,
        bookingId: of.bookingId,
      }

/**
 * What the services of a visit award more than what was awarded for it, or less with negative points, after
 * they were changed (D54). As much is taken back as the balance has.
 */
export function awardDifference({
  points,
  version,
  ...of
}: Omit<PointsOfBooking, 'at'> & { version: number }): PointsMovement {
  const movement = points > 0 ? award({ ...of, points }) : reversal({ ...of, points: -points })
  if (movement === null) throw new Error(`the points of booking ${of.bookingId} do not differ`)
  return { ...movement, cause: `lines:${of.bookingId}:${version}` }
}

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

/** Gives back the points that paid for a booking when it is cancelled, once (D15). */
export const restoration = ({
  points,
  ...of
}: Omit<PointsOfBooking, 'at'>): PointsMovement | null =>
  points === 0
    ? null
    : {
        customerId: of.customerId,
        kind: 'reverted',
        points,
        concept: { reason: 'given_back', bookingCode: of.bookingCode },
        cause: `give-back:${of.bookingId}`,
        bookingId: of.bookingId,
      }

/** A movement without its time, to be written with what causes it. */
export type PointsMovement = Omit<pointsQueries.NewMovement, 'at'>

const moveIfAny = async (
  tx: Tx,
  movement: PointsMovement | null,
  at: Date,
): Promise<MovedPoints | null> => movement && movePoints(tx, { ...movement, at })

/**
 * Writes one movement in the transaction of its cause.
 *
 * @throws INSUFFICIENT_POINTS when the balance is too low
 */
export async function movePoints(
  tx: Tx,
  movement: pointsQueries.NewMovement,
): Promise<MovedPoints> {
  const [row] = await pointsQueries.insertPointsMovement(tx, movement)
  if (!row || row.outcome === 'unknown')
    throw new Error(`no customer ${movement.customerId} to move points of`)
  if (row.outcome === 'insufficient') fail('INSUFFICIENT_POINTS')
  return { outcome: row.outcome, balance: row.balance, moved: row.moved }
}
