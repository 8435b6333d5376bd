import type { bookingChangeQueries } from '@silla/db'
import { type VisitCandidate, wallClock } from '@silla/slots'
import { bookingMail } from '../bookings/booking-mail.ts'
import { refundPercent } from '../bookings/cancellation-rules.ts'
import { completionTime, isReachable, reminderTime } from '../bookings/due-times.ts'
import { confirmationDeadline } from '../bookings/initial-state.ts'
import { awaitsPayment, ownerMails } from '../bookings/owner-mail.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { findProfessional } from '../catalog/find.ts'
import type { Moment } from '../clock.ts'
import type { Actor, Booking, BookingLine, RescheduleInput } from '../model/booking.ts'
import { isChargeable } from '../model/online-amounts.ts'
import { requestRetirementOfBooking } from '../payments/cards/retire-card.ts'
import type { PlannedReschedule } from './plan-reschedule.ts'
import { rescheduledPrice } from './rescheduled-price.ts'
import { instant, type VisitChange } from './write-visit-change.ts'

/** A move of a booking that was read, with the candidates for its new time. */
export interface PlannedMove {
  booking: Booking
  visit: PlannedReschedule
  candidates: readonly VisitCandidate[]
  input: RescheduleInput
  moment: Moment
}

/** The move with all its effects (D37). */
export function rescheduleChange(catalog: Catalog, move: PlannedMove): VisitChange {
  const { booking: before, visit, candidates, input, moment } = move
  const at = moment.tenantTime
  const percent = refundPercent(before, catalog, at, input.byBusiness)
  return {
    ...{ before, visit, candidates, moment, refundPercent: percent },
    afters: candidates.map((candidate) =>
      rescheduled(catalog, before, { candidate, input, percent, at }),
    ),
    ...{ replacesLines: false, keepsClaims: false },
    checksBlocked: !input.byBusiness,
    simulated: input.simulated,
    recordOf: (after) => changeRecord(catalog, move, after),
    ...(before.guarantee !== null && {
      needsTransaction: true,
      adjust: requestRetirementOfBooking,
    }),
  }
}

function changeRecord(
  catalog: Catalog,
  { booking: before, input, moment }: PlannedMove,
  after: Booking,
): bookingChangeQueries.ChangeRecord {
  const isNews = !input.byBusiness && !awaitsPayment(after)
  return {
    transition: {
      ...{ from: before.state, to: after.state, by: moverOf(input), reason: '', note: '' },
      ...{ movedFrom: before.startsAt, movedTo: after.startsAt },
    },
    event: 'reserva.reprogramada',
    more: { movedFrom: before.startsAt },
    mails: [
      ...(input.notifiesCustomer === false ? [] : [bookingMail(after, 'rescheduled')]),
      ...(isNews ? ownerMails(catalog, newsOf(before), after) : []),
    ],
    jobs: movedJobs(catalog, before, after, moment.tenantTime),
  }
}

const moverOf = ({ byBusiness }: RescheduleInput): Actor => (byBusiness ? 'business' : 'customer')

/** One that need not be paid at its new time, to be kept, is new to the salon. */
const newsOf = (before: Booking) => (awaitsPayment(before) ? 'created' : 'rescheduled')

function rescheduled(
  catalog: Catalog,
  before: Booking,
  {
    candidate,
    input,
    percent,
    at,
  }: { candidate: VisitCandidate; input: RescheduleInput; percent: number; at: Date },
): Booking {
  const lines = before.lines.map((line, index): BookingLine => {
    const { professionalId, start, end, phases, bufferMinutes, unitIds } = candidate.lines[
      index
    ] as VisitCandidate['lines'][number]
    const professional = findProfessional(catalog, professionalId)
    return {
      ...line,
      ...rescheduledPrice(catalog, before, line, professional),
      durationMinutes: end - start,
      professional: { id: professional.id, name: professional.name },
      startsAt: instant(start),
      endsAt: instant(end),
      ...{ phases, bufferMinutes, unitIds },
    }
  })
  const subtotalCents = sum(lines.map((line) => line.priceCents))
  const totalCents = sum(lines.map((line) => line.chargedCents))
  const moved: Booking = {
    ...before,
    lines,
    startsAt: instant(candidate.start),
    endsAt: instant(candidate.end),
    timezone: catalog.settings.timezone,
    professional: (lines[0] as BookingLine).professional,
    assignedBy: assignedBy(before, input),
    subtotalCents,
    discountCents: subtotalCents - totalCents,
    totalCents,
    reschedules: before.reschedules + 1,
    customerReschedules: before.customerReschedules + (input.byBusiness ? 0 : 1),
    refundLimitPercent: input.byBusiness ? before.refundLimitPercent : percent,
    arrivedAt: staysOnDay(before, instant(candidate.start)) ? before.arrivedAt : null,
    version: before.version + 1,
    updatedAt: at,
  }
  return { ...moved, ...pendingState(catalog, moved, at) }
}

const staysOnDay = ({ startsAt, timezone }: Booking, to: Date): boolean =>
  wallClock(startsAt, timezone).day === wallClock(to, timezone).day

function assignedBy(before: Booking, input: RescheduleInput): Actor {
  const { professionals } = input
  if (professionals.kind === 'same') return before.assignedBy
  if (professionals.kind === 'without') return 'system'
  const ids =
    professionals.kind === 'one' ? [professionals.professionalId] : professionals.professionalIds
  return ids.includes(null) ? 'system' : moverOf(input)
}

/**
 * The state stays, and so does the deadline for a payment; that of the salon for its confirmation
 * starts again. A booking whose new price is too low to be paid online need not be paid to be kept.
 */
export function pendingState(
  { settings }: Catalog,
  {
    state,
    paymentRequired,
    paymentId,
    guarantee,
    currency,
    totalCents,
    startsAt,
    expiresAt,
  }: Booking,
  now: Date,
): Pick<Booking, 'state' | 'paymentRequired' | 'expiresAt'> {
  if (state !== 'pending') return { state, paymentRequired, expiresAt }
  const isUnpaid = paymentRequired && paymentId === null
  if (isUnpaid && isChargeable(totalCents, currency)) return { state, paymentRequired, expiresAt }
  if (isUnpaid && !settings.confirmsByHand)
    // without its card, as when the salon confirms it
    return { state: 'confirmed', paymentRequired: guarantee !== null, expiresAt: null }
  return {
    state,
    paymentRequired: paymentRequired && !isUnpaid,
    expiresAt: confirmationDeadline(now, startsAt),
  }
}

/** The jobs that `app.book_visit` has enqueued for the time before; a job replaces that of its key. */
export function movedJobs(
  { settings }: Catalog,
  before: Pick<Booking, 'expiresAt'>,
  after: Booking,
  now: Date,
): bookingChangeQueries.ChangeRecord['jobs'] {
  const { id: bookingId, reschedules, expiresAt } = after
  const jobs = [
    {
      task: 'remind-booking',
      payload: { bookingId, reschedules },
      dueAt: isReachable(after.contact) ? reminderTime(after, settings, now) : null,
      key: `remind:${bookingId}`,
    },
    {
      task: 'complete-booking',
      payload: { bookingId },
      dueAt: completionTime(after, settings),
      key: `complete:${bookingId}`,
    },
    ...(before.expiresAt === null && expiresAt === null
      ? []
      : [
          {
            task: 'expire-booking',
            payload: { bookingId },
            dueAt: expiresAt,
            key: `expire:${bookingId}`,
          },
        ]),
  ]
  return jobs.map(({ dueAt, ...job }) => (dueAt === null ? { key: job.key } : { ...job, dueAt }))
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
