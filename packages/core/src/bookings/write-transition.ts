import { bookingChangeQueries, bookingQueries, type Tx } from '@silla/db'
import type { Actor, Booking, BookingState } from '../model/booking.ts'
import { readBookingPayments } from '../model/payment-summary.ts'
import { award, type PointsMovement, restoration, reversal } from '../points/booking-points.ts'
import { type BookingMail, bookingMail, type MailOfBooking } from './booking-mail.ts'
import { awaitsPayment } from './owner-mail.ts'

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
 * booking's row must be locked.
 */
export async function writeTransition(
  tx: Tx,
  before: Booking,
  transition: TransitionInput,
): Promise<Booking> {
  const payments = await paymentsAfter(tx, before, transition)
  const { booking, change } = stateChange({ ...before, ...payments }, transition)
  const [changed] = await bookingChangeQueries.changeState(tx, tx.businessId, {
    change,
    idempotency: null,
    now: transition.at,
  })
  if (changed?.outcome !== 'written')
    throw new Error(`booking ${before.id} cannot be ${transition.to}: ${changed?.outcome}`)
  return booking
}

/**
 * The change that `app.change_state` writes, and the booking after it.
 *
 * @param moreMails to others than the customer
 */
export function stateChange(
  before: Booking,
  transition: TransitionInput,
  moreMails: (after: Booking) => MailOfBooking[] = () => [],
): { booking: Booking; change: bookingChangeQueries.StateChange } {
  const booking = applyTransition(before, transition)
  const { to, by, reason, note, mail } = transition
  const change = {
    booking,
    points: movedPoints(before, booking),
    isWithoutPayments: false,
    answer: {},
    record: {
      transition: {
        ...{ from: before.state, to, by, reason: reason ?? '', note: note ?? '' },
        ...{ movedFrom: null, movedTo: null },
      },
      event: eventTypes[to],
      more: {},
      mails: [...(mail ? [bookingMail(booking, mail)] : []), ...moreMails(booking)],
      jobs: [...needlessJobs(before, to), ...closingJobs(before)],
    },
    audit: null,
  }
  return { booking, change }
}

/** The jobs that may wait for a booking in each state; each looks at the state when it runs. */
const jobsOfState: Record<BookingState, readonly string[]> = {
  pending: ['expire', 'remind', 'complete'],
  confirmed: ['remind', 'complete'],
  completed: ['review'],
  cancelled: [],
  no_show: [],
}

/** The jobs of the state before that have nothing left to do. */
const needlessJobs = ({ id, state }: Booking, to: BookingState): { key: string }[] =>
  jobsOfState[state]
    .filter((job) => !jobsOfState[to].includes(job))
    .map((job) => ({ key: `${job}:${id}` }))

/** A booking that waited for a card waits no more, so what is open of it at the processor is closed (D50). */
const closingJobs = (before: Booking): { task: string; payload: object; key: string }[] =>
  before.guarantee !== null && awaitsPayment(before)
    ? [
        {
          task: 'close-card',
          payload: { bookingId: before.id },
          key: `close-card:${before.id}`,
        },
      ]
    : []

/**
 * A refund for a cancellation was recorded in the same transaction, and the event and the e-mail
 * include it.
 */
async function paymentsAfter(
  tx: Tx,
  { id, payment, payments, fee }: Booking,
  { to }: TransitionInput,
): Promise<Pick<Booking, 'payment' | 'payments' | 'fee'>> {
  if (payments.length === 0 || to !== 'cancelled') return { payment, payments, fee }
  const [row] = await bookingQueries.findBookingById(tx, id)
  return readBookingPayments(row?.payments ?? null)
}

const applyTransition = (before: Booking, { to, by, reason, at }: TransitionInput): Booking => ({
  ...before,
  state: to,
  cancellation: to === 'cancelled' ? { at, by, reason } : null,
  expiresAt: null,
  // who did not come did not arrive
  arrivedAt: to === 'no_show' ? null : before.arrivedAt,
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
function movedPoints(before: Booking, after: Booking): PointsMovement | null {
  const of = { bookingId: before.id, bookingCode: before.code, customerId: before.customerId }
  const earned = { ...of, points: before.pointsEarned, round: before.pointsRound }
  if (after.state === 'completed') return award(earned)
  if (losesPoints(before)) return reversal(earned)
  if (after.state === 'cancelled') return restoration({ ...of, points: before.pointsUsed })
  return null
}

const eventTypes = {
  confirmed: 'reserva.confirmada',
  completed: 'reserva.completada',
  cancelled: 'reserva.cancelada',
  no_show: 'reserva.no_show',
} as const satisfies Record<TransitionInput['to'], string>
