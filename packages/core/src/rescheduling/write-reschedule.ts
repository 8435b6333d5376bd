import {
  bookingChangeQueries,
  bookingQueries,
  eventQueries,
  jobQueries,
  type Tx,
  transitionQueries,
  waitlistQueries,
} from '@silla/db'
import { currencies } from '@silla/money'
import { formatDate, formatTime, type VisitWay } from '@silla/slots'
import { requestBookingMail } from '../bookings/booking-mail.ts'
import { refundPercent } from '../bookings/cancellation-rules.ts'
import { completionTime, reminderTime } from '../bookings/due-times.ts'
import { confirmationDeadline } from '../bookings/initial-state.ts'
import { awaitsPayment, requestOwnerMail } from '../bookings/owner-mail.ts'
import { readBooking } from '../bookings/read-booking.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { findProfessional } from '../catalog/find.ts'
import type { Moment } from '../clock.ts'
import type { Actor, Booking, BookingLine, RescheduleInput } from '../model/booking.ts'
import { adjustPayments } from '../payments/adjust-payments.ts'
import type { LockedPayment } from '../payments/locked-payment.ts'
import { rescheduledPrice } from './rescheduled-price.ts'

/**
 * Writes the new time of a booking with all its effects: price, payments, history, jobs, event and
 * e-mail (D37). Its row and its payments must be locked, and its new time claimed.
 */
export async function writeReschedule(
  tx: Tx,
  catalog: Catalog,
  {
    booking: before,
    way,
    input,
    payments,
    moment,
  }: {
    booking: Booking
    way: VisitWay
    input: RescheduleInput
    payments: readonly LockedPayment[]
    moment: Moment
  },
): Promise<Booking> {
  const at = moment.tenantTime
  const by = input.byBusiness ? 'business' : 'customer'
  const percent = refundPercent(before, catalog, at, input.byBusiness)
  const after = rescheduled(catalog, before, { way, input, by, percent, at })
  await Promise.all([
    bookingChangeQueries.updateBookingTime(tx, {
      ...after,
      localStart: `${formatDate(input.day)}T${formatTime(input.startMinute)}`,
    }),
    bookingChangeQueries.updateBookingLines(tx, after),
    transitionQueries.insertTransition(tx, {
      bookingId: after.id,
      from: before.state,
      to: after.state,
      by,
      reason: '',
      note: '',
      movedFrom: before.startsAt,
      movedTo: after.startsAt,
      at,
    }),
    ...moveJobs(tx, catalog, after, at),
    waitlistQueries.wakeWaitlist(tx, { from: before.startsAt, to: before.endsAt }),
  ])
  await adjustPayments(tx, catalog, payments, { before, after, percent, moment })
  const [row] = await bookingQueries.findBookingById(tx, after.id)
  if (!row) throw new Error(`booking ${after.id} has disappeared`)
  const moved = readBooking(row, catalog)
  const more = { movedFrom: before.startsAt }
  await Promise.all([
    eventQueries.recordEvent(tx, {
      type: 'reserva.reprogramada',
      at,
      payload: { ...moved, ...more },
    }),
    requestBookingMail(tx, moved, 'rescheduled', at, more),
    ...(input.byBusiness || awaitsPayment(moved)
      ? []
      : [requestOwnerMail(tx, catalog, { news: newsOf(before), booking: moved, now: at }, more)]),
  ])
  return moved
}

/** One that need not be paid at its new time, to be kept, is new to the salon. */
const newsOf = (before: Booking) => (awaitsPayment(before) ? 'created' : 'rescheduled')

function rescheduled(
  catalog: Catalog,
  before: Booking,
  {
    way,
    input,
    by,
    percent,
    at,
  }: { way: VisitWay; input: RescheduleInput; by: Actor; percent: number; at: Date },
): Booking {
  const lines = before.lines.map((line, index): BookingLine => {
    const { professionalId, start, end, phases, bufferMinutes, unitIds } = way.lines[
      index
    ] as VisitWay['lines'][number]
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
    startsAt: instant(way.start),
    endsAt: instant(way.end),
    timezone: catalog.settings.timezone,
    professional: (lines[0] as BookingLine).professional,
    assignedBy: assignedBy(before, input, by),
    subtotalCents,
    discountCents: subtotalCents - totalCents,
    totalCents,
    reschedules: before.reschedules + 1,
    customerReschedules: before.customerReschedules + (input.byBusiness ? 0 : 1),
    refundLimitPercent: input.byBusiness ? before.refundLimitPercent : percent,
    version: before.version + 1,
    updatedAt: at,
  }
  return { ...moved, ...pendingState(catalog, moved, at) }
}

function assignedBy(before: Booking, { professionals }: RescheduleInput, by: Actor): Actor {
  if (professionals.kind === 'same') return before.assignedBy
  const ids =
    professionals.kind === 'one' ? [professionals.professionalId] : professionals.professionalIds
  return ids.includes(null) ? 'system' : by
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
function moveJobs(tx: Tx, { settings }: Catalog, booking: Booking, now: Date) {
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
  return jobs.map(({ dueAt, ...job }) =>
    dueAt === null ? jobQueries.dequeue(tx, [job.key]) : jobQueries.enqueue(tx, { ...job, dueAt }),
  )
}

const instant = (minute: number) => new Date(minute * 60_000)

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
