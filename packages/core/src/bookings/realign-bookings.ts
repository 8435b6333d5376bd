import {
  auditQueries,
  bookingChangeQueries,
  bookingQueries,
  businessQueries,
  catalogQueries,
  eventQueries,
  inTransaction,
  jobQueries,
  localStartQueries,
  type Sql,
  type Tx,
  transitionQueries,
  waitlistQueries,
} from '@silla/db'
import { formatDate, formatTime, minutesPerDay, wallClock } from '@silla/slots'
import { findBusiness } from '../business/business-summary.ts'
import type { Settings } from '../catalog/catalog.ts'
import { type Clock, systemClock, tenantTime } from '../clock.ts'
import type { Booking } from '../model/booking.ts'
import { isReachable } from './due-times.ts'
import { type MisalignedBooking, misalignedBookings } from './misaligned-bookings.ts'
import { readBooking } from './read-booking.ts'

/** A booking that was, or would be, moved back to its agreed local time. */
export interface RealignedBooking {
  id: number
  code: string
  startsAt: Date
  /** `2030-03-04 10:00` */
  agreed: string
  /** null: the clocks skip the agreed time */
  agreedStartsAt: Date | null
  /**
   * `misaligned`: nothing was moved yet; `taken`: something else has a part of the agreed time;
   * `skipped`: the clocks skip it; `past`: it is over. Another time has
   * to be agreed for the last three.
   */
  outcome: 'misaligned' | 'moved' | 'taken' | 'skipped' | 'past'
}

/**
 * Lists the upcoming bookings of a salon that are not at their agreed local time any more, or moves
 * them back to it, all in one transaction: nobody can book the time of one before another has it.
 * A booking that cannot be moved stays as it is. No email is sent.
 *
 * @param input.move false: only list them
 * @throws ProvisioningError BUSINESS_NOT_FOUND
 */
export function realignBookings(
  admin: Sql,
  { slug, move }: { slug: string; move: boolean },
  clock: Clock = systemClock,
): Promise<{ timezone: string; bookings: RealignedBooking[] }> {
  return inTransaction(admin, async (registry) => {
    const business = await findBusiness(businessQueries.findBusinessBySlug(registry, slug), slug)
    const tx = await businessQueries.setTenant(registry, business.businessId)
    const now = tenantTime(clock.now(), business.clockOffsetMilliseconds)
    await catalogQueries.shareCatalogVersion(tx)
    const [settings] = await catalogQueries.findSettings(tx)
    if (!settings) throw new Error(`the business ${slug} has no settings`)
    const { timezone } = settings
    const found = await misalignedBookings(tx, { timezone, now })
    const outcomes = move ? await moveAll(tx, settings, found, now) : new Map()
    if ([...outcomes.values()].includes('moved'))
      await auditQueries.insertAuditEntry(tx, {
        action: 'bookings.realign',
        detail: { moved: [...outcomes.values()].filter((one) => one === 'moved').length },
        at: clock.now(),
      })
    return {
      timezone,
      bookings: found.map((booking) => ({
        id: booking.id,
        code: booking.code,
        startsAt: instant(booking.start),
        agreed: localText(booking.agreed),
        agreedStartsAt: booking.agreedStart === null ? null : instant(booking.agreedStart),
        outcome: outcomes.get(booking.id) ?? 'misaligned',
      })),
    }
  })
}

type Outcomes = Map<number, RealignedBooking['outcome']>

/**
 * A booking may be in the way of another one that moves as well. So those that move to a later time
 * do so in descending order, the others in ascending order, and one whose
 * time was taken is tried again after the others have moved.
 */
async function moveAll(
  tx: Tx,
  settings: Settings,
  found: readonly MisalignedBooking[],
  now: Date,
): Promise<Outcomes> {
  const outcomes: Outcomes = new Map()
  const isLater = ({ start, agreedStart }: MisalignedBooking) => (agreedStart ?? start) > start
  let open = [...found.filter(isLater).reverse(), ...found.filter((one) => !isLater(one))]
  for (let tried = -1; open.length > 0 && open.length !== tried; ) {
    tried = open.length
    for (const booking of open) outcomes.set(booking.id, await moveOne(tx, settings, booking, now))
    open = open.filter(({ id }) => outcomes.get(id) === 'taken')
  }
  return outcomes
}

async function moveOne(
  tx: Tx,
  settings: Settings,
  { id, start, agreedStart }: MisalignedBooking,
  now: Date,
): Promise<RealignedBooking['outcome']> {
  if (agreedStart === null) return 'skipped'
  if (instant(agreedStart) <= now) return 'past'
  const [row] = await bookingQueries.lockBooking(tx, id)
  const minutes = agreedStart - start
  const [shifted] = await localStartQueries.shiftClaims(tx, { bookingId: id, minutes, now })
  if (!row || !shifted?.free) return 'taken'
  const before = readBooking(row, { settings })
  const after = shiftedBooking(before, minutes, now)
  await Promise.all([
    bookingChangeQueries.updateBookingTime(tx, { ...after, localStart: localStartOf(after) }),
    bookingChangeQueries.updateBookingLines(tx, after),
    transitionQueries.insertTransition(tx, {
      bookingId: id,
      from: before.state,
      to: before.state,
      by: 'business',
      reason: '',
      note: `Moved from ${before.startsAt.toISOString()} to ${after.startsAt.toISOString()}, which is the agreed local time.`,
      movedFrom: before.startsAt,
      movedTo: after.startsAt,
      at: now,
    }),
    eventQueries.recordEvent(tx, {
      type: 'reserva.reprogramada',
      at: now,
      payload: { ...after, movedFrom: before.startsAt },
    }),
    ...moveJobs(tx, settings, before, after, now),
    waitlistQueries.wakeWaitlist(tx, { from: before.startsAt, to: before.endsAt }),
  ])
  return 'moved'
}

function localStartOf({ startsAt, timezone }: Booking): string {
  const { day, minute } = wallClock(startsAt, timezone)
  return `${formatDate(day)}T${formatTime(minute)}`
}

function shiftedBooking(before: Booking, minutes: number, now: Date): Booking {
  const shifted = (at: Date) => new Date(at.getTime() + minutes * 60_000)
  return {
    ...before,
    startsAt: shifted(before.startsAt),
    endsAt: shifted(before.endsAt),
    lines: before.lines.map((line) => ({
      ...line,
      startsAt: shifted(line.startsAt),
      endsAt: shifted(line.endsAt),
    })),
    version: before.version + 1,
    updatedAt: now,
  }
}

/** The completion follows the end; a reminder that has not been sent follows the start. */
function moveJobs(
  tx: Tx,
  { autocompleteHours, reminderHours }: Settings,
  before: Booking,
  after: Booking,
  now: Date,
) {
  const job = (task: string, key: string, dueAt: Date) =>
    jobQueries.enqueue(tx, {
      task,
      payload: { bookingId: after.id, reschedules: after.reschedules },
      dueAt,
      key: `${key}:${after.id}`,
    })
  const hours = (at: Date, count: number) => new Date(at.getTime() + count * 3_600_000)
  const isReminded = reminderHours !== null && hours(before.startsAt, -reminderHours) > now
  return [
    ...(autocompleteHours === null
      ? []
      : [job('complete-booking', 'complete', hours(after.endsAt, autocompleteHours))]),
    ...(isReminded && isReachable(after.contact)
      ? [job('remind-booking', 'remind', hours(after.startsAt, -reminderHours))]
      : []),
  ]
}

const instant = (minute: number) => new Date(minute * 60_000)

function localText(minutes: number): string {
  const day = Math.floor(minutes / minutesPerDay)
  return `${formatDate(day)} ${formatTime(minutes - day * minutesPerDay)}`
}
