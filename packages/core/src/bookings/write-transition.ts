import { bookingQueries, eventQueries, type Tx } from '@silla/db'
import { type PaymentSummary, readPaymentSummary } from '../payments/payment-summary.ts'
import { awardPoints, restorePoints, reversePoints } from '../points/booking-points.ts'
import type { Booking, BookingState, CancelledBy } from './booking.ts'
import { type BookingMail, requestBookingMail } from './booking-mail.ts'

/** A step of a booking from one state to another. */
export interface TransitionInput {
  to: Exclude<BookingState, 'pending'>
  by: CancelledBy
  reason: string | null
  at: Date
  mail: BookingMail | null
}

/**
 * Writes a step with everything that comes of it: points, the time it held, its history, the event,
 * the letter. The row has to be locked. Points come first: they lock the customer, and whoever
 * books locks the customer before any time.
 */
export async function writeTransition(
  tx: Tx,
  before: Booking,
  move: TransitionInput,
): Promise<Booking> {
  const after = moved({ ...before, payment: await paymentNow(tx, before, move) }, move)
  await movePoints(tx, before, after)
  await Promise.all([
    bookingQueries.updateBookingState(tx, {
      ...after,
      cancelledAt: after.cancellation?.at ?? null,
      cancelledBy: after.cancellation?.by ?? null,
      cancelReason: after.cancellation?.reason ?? null,
    }),
    ...(after.state === 'cancelled' ? [bookingQueries.deleteClaims(tx, before.id)] : []),
    bookingQueries.insertTransition(tx, {
      bookingId: before.id,
      from: before.state,
      to: after.state,
      actor: move.by,
      reason: move.reason ?? '',
      at: move.at,
    }),
    eventQueries.recordEvent(tx, { type: eventTypes[move.to], at: move.at, payload: after }),
    ...(move.mail ? [requestBookingMail(tx, after, move.mail, move.at)] : []),
  ])
  return after
}

/**
 * What is to go back was promised in the same transaction, and whoever hears of the step hears of
 * it.
 */
async function paymentNow(
  tx: Tx,
  { id, payment }: Booking,
  { to }: TransitionInput,
): Promise<PaymentSummary | null> {
  if (payment === null || to !== 'cancelled') return payment
  const [row] = await bookingQueries.findBookingById(tx, id)
  return readPaymentSummary(row?.payment ?? null)
}

const moved = (before: Booking, { to, by, reason, at }: TransitionInput): Booking => ({
  ...before,
  state: to,
  cancellation: to === 'cancelled' ? { at, by, reason } : null,
  expiresAt: null,
  pointsRound: before.pointsRound + (losesPoints(before) ? 1 : 0),
  version: before.version + 1,
  updatedAt: at,
})

/**
 * A visit that was not done after all; what was paid for keeps its points, and gives them up with
 * the money.
 */
const losesPoints = (before: Booking) => before.state === 'completed' && before.paymentId === null

/**
 * Done brings the points of a visit; what turns out not to have been done takes them back; a
 * cancelled one gives back its price.
 */
async function movePoints(tx: Tx, before: Booking, after: Booking): Promise<void> {
  const of = {
    bookingId: before.id,
    bookingCode: before.code,
    customerId: before.customerId,
    at: after.updatedAt,
  }
  const earned = { ...of, points: before.pointsEarned, round: before.pointsRound }
  if (after.state === 'completed') await awardPoints(tx, earned)
  if (losesPoints(before)) await reversePoints(tx, earned)
  if (after.state === 'cancelled') await restorePoints(tx, { ...of, points: before.pointsUsed })
}

const eventTypes = {
  confirmed: 'reserva.confirmada',
  completed: 'reserva.completada',
  cancelled: 'reserva.cancelada',
  no_show: 'reserva.no_show',
} as const satisfies Record<TransitionInput['to'], string>
