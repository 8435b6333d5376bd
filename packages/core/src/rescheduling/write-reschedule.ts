import { bookingChangeQueries, bookingQueries, catalogQueries } from '@silla/db'
import { currencies } from '@silla/money'
import { formatDate, formatTime, resourcesOf, type VisitCandidate, wallClock } from '@silla/slots'
import { auditParam } from '../audited-context.ts'
import { bookingMail } from '../bookings/booking-mail.ts'
import { refundPercent } from '../bookings/cancellation-rules.ts'
import { completionTime, reminderTime } from '../bookings/due-times.ts'
import { confirmationDeadline } from '../bookings/initial-state.ts'
import { awaitsPayment, ownerMails } from '../bookings/owner-mail.ts'
import { balanceDayOf } from '../bookings/plan-to-write.ts'
import { readBooking } from '../bookings/read-booking.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { findProfessional } from '../catalog/find.ts'
import type { Moment } from '../clock.ts'
import { newIdempotencyKey } from '../idempotency/request-hashes.ts'
import { withIdempotency } from '../idempotency/with-idempotency.ts'
import type { Actor, Booking, BookingLine, RescheduleInput } from '../model/booking.ts'
import { adjustPayments, lockPaymentsOf } from '../payments/adjust-payments.ts'
import type { RequestContext } from '../request-context.ts'
import { storedBooking } from '../stored-json.ts'
import { withRollback } from '../with-rollback.ts'
import type { PlannedReschedule } from './plan-reschedule.ts'
import { rescheduledPrice } from './rescheduled-price.ts'

/** A move of a booking that was read, with the candidates for its new time. */
export interface PlannedMove {
  booking: Booking
  visit: PlannedReschedule
  candidates: readonly VisitCandidate[]
  input: RescheduleInput
  moment: Moment
}

/** What became of it; anything but `written` has not moved it. */
export type WrittenMove = { outcome: 'written'; booking: Booking } | NotMovedOutcome

type NotMovedOutcome = Omit<bookingChangeQueries.MovedVisit, 'outcome'> & {
  outcome: Exclude<bookingChangeQueries.MovedVisit['outcome'], 'written' | 'simulated'>
}

/**
 * Writes the new time of a booking with all its effects: claims, price, payments, history, jobs, event
 * and e-mail (D37). One round trip; for a booking with payments a transaction, in which they are
 * locked after the booking. A simulated one is undone.
 */
export function writeReschedule(
  context: RequestContext,
  catalog: Catalog,
  move: PlannedMove,
): Promise<WrittenMove> {
  const { booking: before, candidates, input, moment } = move
  const at = moment.tenantTime
  const percent = refundPercent(before, catalog, at, input.byBusiness)
  const afters = candidates.map((candidate) =>
    rescheduled(catalog, before, { candidate, input, percent, at }),
  )
  // this is known to have payments; for the others the database looks
  return before.payment === null
    ? writeUnpaid(context, catalog, move, afters)
    : writePaid(context, catalog, move, { afters, percent })
}

async function writeUnpaid(
  context: RequestContext,
  catalog: Catalog,
  move: PlannedMove,
  afters: readonly Booking[],
): Promise<WrittenMove> {
  const { tenant } = context
  const [moved] = await tenant.db.exec((sql) =>
    bookingChangeQueries.moveVisit(sql, tenant.businessId, {
      move: {
        ...visitMove(catalog, move, afters, (after) => changeRecord(catalog, move, after)),
        isWithoutPayments: true,
        isSimulated: move.input.simulated,
        audit: auditParam(context),
      },
      idempotency: newIdempotencyKey(context),
      now: move.moment.tenantTime,
    }),
  )
  if (!moved) throw new Error('app.move_visit returned no row')
  const { outcome } = moved
  return outcome === 'written' || outcome === 'simulated'
    ? { outcome: 'written', booking: afters[moved.candidate] as Booking }
    : { ...moved, outcome }
}

async function writePaid(
  context: RequestContext,
  catalog: Catalog,
  move: PlannedMove,
  { afters, percent }: { afters: readonly Booking[]; percent: number },
): Promise<WrittenMove> {
  const { booking: before, input, moment } = move
  const now = moment.tenantTime
  return withRollback<WrittenMove>((rollBack) =>
    context.tenant.db.transaction(async (tx) => {
      // the order of locks is that of app.move_visit
      await catalogQueries.shareCatalogVersion(tx)
      const booking = await withIdempotency(context, tx, storedBooking, async () => {
        await bookingQueries.lockBooking(tx, before.id)
        const payments = await lockPaymentsOf(tx, catalog, before.id)
        const [moved] = await bookingChangeQueries.moveVisit(tx, tx.businessId, {
          move: {
            ...visitMove(catalog, move, afters, () => null),
            isWithoutPayments: false,
            isSimulated: false,
            audit: null,
          },
          idempotency: null,
          now,
        })
        if (!moved) throw new Error('app.move_visit returned no row')
        if (moved.outcome !== 'written') return rollBack(moved as NotMovedOutcome)
        const after = afters[moved.candidate] as Booking
        await adjustPayments(tx, catalog, payments, { before, after, percent, moment })
        const [row] = await bookingQueries.findBookingById(tx, after.id)
        if (!row) throw new Error(`booking ${after.id} has disappeared`)
        const written = readBooking(row, catalog)
        const record = changeRecord(catalog, move, written)
        await bookingChangeQueries.recordChange(tx, { record, booking: written, now })
        return input.simulated ? rollBack({ outcome: 'written', booking: written }) : written
      })
      return { outcome: 'written', booking }
    }),
  )
}

/** The parameter of `app.move_visit`, except for what depends on payments. */
function visitMove(
  catalog: Catalog,
  { booking: before, visit, candidates, input }: PlannedMove,
  afters: readonly Booking[],
  recordOf: (after: Booking) => bookingChangeQueries.ChangeRecord | null,
): Omit<bookingChangeQueries.VisitMove, 'isWithoutPayments' | 'isSimulated' | 'audit'> {
  const { professionalIds, unitIds } = resourcesOf(visit.plan)
  return {
    booking: afters[0] as Booking,
    ways: candidates.map(({ lines, claims }, index) => ({
      professionalId: lines[0]?.professionalId ?? 0,
      booking: candidates.length === 1 ? {} : fieldsOfCandidate(afters[index] as Booking),
      claims: claims.map(({ resourceId, start, end }) => ({
        resourceId,
        startsAt: instant(start),
        endsAt: instant(end),
      })),
      record: recordOf(afters[index] as Booking),
    })),
    balanceDay: visit.isFinal ? balanceDayOf(catalog, visit.day) : null,
    resourceIds: [...professionalIds, ...unitIds],
    localStart: `${formatDate(input.day)}T${formatTime(input.startMinute)}`,
    from: before.startsAt,
    to: before.endsAt,
    catalogVersion: catalog.version,
    checksBlocked: !input.byBusiness,
  }
}

/** The fields of a booking that depend on who does it. */
const fieldsOfCandidate = ({
  state,
  endsAt,
  professional,
  lines,
  subtotalCents,
  discountCents,
  totalCents,
  paymentRequired,
  expiresAt,
}: Booking) => ({
  ...{ state, endsAt, professional, lines, subtotalCents, discountCents, totalCents },
  ...{ paymentRequired, expiresAt },
})

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
      bookingMail(after, 'rescheduled'),
      ...(isNews ? ownerMails(catalog, newsOf(before), after) : []),
    ],
    jobs: movedJobs(catalog, after, moment.tenantTime),
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
function pendingState(
  { settings }: Catalog,
  { state, paymentRequired, paymentId, currency, totalCents, startsAt, expiresAt }: Booking,
  now: Date,
): Pick<Booking, 'state' | 'paymentRequired' | 'expiresAt'> {
  if (state !== 'pending') return { state, paymentRequired, expiresAt }
  const isUnpaid = paymentRequired && paymentId === null
  if (isUnpaid && totalCents >= currencies[currency].minimumChargeCents)
    return { state, paymentRequired, expiresAt }
  if (isUnpaid && !settings.confirmsByHand)
    return { state: 'confirmed', paymentRequired: false, expiresAt: null }
  return {
    state,
    paymentRequired: paymentRequired && !isUnpaid,
    expiresAt: confirmationDeadline(now, startsAt),
  }
}

/** The jobs that `app.book_visit` has enqueued for the time before; a job replaces that of its key. */
function movedJobs(
  { settings }: Catalog,
  booking: Booking,
  now: Date,
): bookingChangeQueries.ChangeRecord['jobs'] {
  const { id: bookingId, reschedules, expiresAt } = booking
  const jobs = [
    {
      task: 'remind-booking',
      payload: { bookingId, reschedules },
      dueAt: booking.contact.email === '' ? null : reminderTime(booking, settings, now),
      key: `remind:${bookingId}`,
    },
    {
      task: 'complete-booking',
      payload: { bookingId },
      dueAt: completionTime(booking, settings),
      key: `complete:${bookingId}`,
    },
    {
      task: 'expire-booking',
      payload: { bookingId },
      dueAt: expiresAt,
      key: `expire:${bookingId}`,
    },
  ]
  return jobs.map(({ dueAt, ...job }) => (dueAt === null ? { key: job.key } : { ...job, dueAt }))
}

const instant = (minute: number) => new Date(minute * 60_000)

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
