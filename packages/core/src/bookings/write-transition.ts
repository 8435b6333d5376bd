import {
  bookingChangeQueries,
  bookingQueries,
  eventQueries,
  jobQueries,
  type Tx,
  transitionQueries,
  waitlistQueries,
} from '@silla/db'
import type { Actor, Booking, BookingState } from '../model/booking.ts'
import { type PaymentSummary, readPaymentSummary } from '../model/payment-summary.ts'
import { awardPoints, restorePoints, reversePoints } from '../points/booking-points.ts'
import { type BookingMail, requestBookingMail } from './booking-mail.ts'

/** A change of a booking's state. */
export interface TransitionInput {
  to: Exclude<BookingState, 'pending'>
  by: Actor
  reason: string | null
  /** For the salon's staff: stored in the history only, never in the event or the e-mail. */
  note?: string | null
  at: Date
  mail: BookingMail | null
}

/**
 * Writes a state change with all its effects: points, claims, history, event, jobs and e-mail. The
 * booking's row must be locked. Points come first because they lock the customer's row, and
 * creating a booking locks the customer before it inserts claims.
 */
export async function writeTransition(
  tx: Tx,
  before: Booking,
  transition: TransitionInput,
): Promise<Booking> {
  const payment = await paymentAfter(tx, before, transition)
  const after = applyTransition({ ...before, payment }, transition)
  await movePoints(tx, before, after)
  await Promise.all([
    bookingChangeQueries.updateBookingState(tx, after),
    ...(after.state === 'cancelled' ? freeTime(tx, before) : []),
    transitionQueries.insertTransition(tx, {
      bookingId: before.id,
      from: before.state,
      to: after.state,
      by: transition.by,
      reason: transition.reason ?? '',
      note: transition.note ?? '',
      movedFrom: null,
      movedTo: null,
      at: transition.at,
    }),
    eventQueries.recordEvent(tx, {
      type: eventTypes[transition.to],
      at: transition.at,
      payload: after,
    }),
    jobQueries.dequeue(tx, needlessJobs(after)),
    ...(transition.mail ? [requestBookingMail(tx, after, transition.mail, transition.at)] : []),
  ])
  return after
}

/** Releases the claims, and offers the time to the waitlist (D40). */
const freeTime = (tx: Tx, { id, startsAt, endsAt }: Booking) => [
  bookingChangeQueries.deleteClaims(tx, id),
  waitlistQueries.wakeWaitlist(tx, { from: startsAt, to: endsAt }),
]

/** The jobs of earlier states that have nothing left to do. */
const needlessJobs = ({ id, state }: Booking): string[] =>
  (state === 'confirmed' ? ['expire'] : ['expire', 'remind', 'complete', 'review']).map(
    (job) => `${job}:${id}`,
  )

/**
 * A refund for a cancellation was recorded in the same transaction, and the event and the e-mail
 * include it.
 */
async function paymentAfter(
  tx: Tx,
  { id, payment }: Booking,
  { to }: TransitionInput,
): Promise<PaymentSummary | null> {
  if (payment === null || to !== 'cancelled') return payment
  const [row] = await bookingQueries.findBookingById(tx, id)
  return readPaymentSummary(row?.payment ?? null)
}

const applyTransition = (before: Booking, { to, by, reason, at }: TransitionInput): Booking => ({
  ...before,
  state: to,
  cancellation: to === 'cancelled' ? { at, by, reason } : null,
  expiresAt: null,
  pointsRound: before.pointsRound + (losesPoints(before) ? 1 : 0),
  version: before.version + 1,
  updatedAt: at,
})

/**
 * Whether a completed visit is corrected to not completed. The points of a paid booking stay until
 * the money is refunded.
 */
const losesPoints = (before: Booking) => before.state === 'completed' && before.paymentId === null

/**
 * Completion awards the points of a visit, its correction takes them back, and a cancellation
 * restores the points that paid for it.
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
