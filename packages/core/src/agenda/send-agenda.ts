import { agendaQueries, bookingListQueries, mailQueries, type Tx } from '@silla/db'
import { type EpochDay, wallClock } from '@silla/slots'
import { customerWords } from '../bookings/customer-words.ts'
import { toBookingFilter } from '../bookings/list-filter.ts'
import { awaitsPayment } from '../bookings/owner-mail.ts'
import {
  listedBookings,
  parseListedBooking,
  readBooking,
  readListedBooking,
} from '../bookings/read-booking.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Agenda, AgendaVisit } from '../model/agenda.ts'
import type { Booking } from '../model/booking.ts'
import type { TenantContext } from '../request-context.ts'
import { bookingChanges } from './agenda-changes.ts'
import { agendaKey, agendaMinute, enqueueAgenda } from './agenda-jobs.ts'

/**
 * Emails the salon its visits of today, and what customers changed since the last time (D30), once a
 * day, and enqueues the job of tomorrow. A day without visits has no email. A job that runs late
 * still sends it while there are visits to come. The time zone and the setting are those of now: a
 * job that was enqueued with others does not send at the wrong time.
 */
export async function sendAgenda({ tenant, clock }: TenantContext): Promise<void> {
  const catalog = await tenant.catalog()
  const { settings } = catalog
  if (settings.ownerNotifications !== 'daily') return
  const now = clock.now()
  const { day, minute } = wallClock(now, settings.timezone)
  await tenant.db.transaction(async (tx) => {
    const agenda = minute < agendaMinute ? null : await readAgenda(tx, catalog, day, now)
    if (agenda !== null)
      await mailQueries.requestMail(tx, {
        kind: 'owner_agenda',
        to: catalog.business.email,
        language: settings.mainLanguage,
        payload: { ...agenda },
        cause: agendaKey(day),
        now,
      })
    await enqueueAgenda(tx, settings, now)
  })
}

const maxVisits = 200
const maxChanges = 100

/** null: nobody comes any more today. */
async function readAgenda(
  tx: Tx,
  catalog: Catalog,
  day: EpochDay,
  now: Date,
): Promise<Agenda | null> {
  const ofToday = toBookingFilter(
    { from: day, to: day, state: null, offset: 0, limit: maxBookings },
    catalog,
  )
  const since = await lastAgendaAt(tx, day, now)
  const [found, changedRows] = await Promise.all([
    bookingListQueries.listBookings(tx, tx.businessId, {
      ...ofToday,
      ...{ states: ['pending', 'confirmed'], professionalId: null, customerId: null },
      ...{ earliestFirst: true, offset: 0, limit: maxBookings },
    }),
    agendaQueries.listChangedBookings(tx, { from: ofToday.from ?? now, since }),
  ])
  const today = listedBookings(found)
    .map((text) => readListedBooking(parseListedBooking(text), catalog))
    .filter((each) => !awaitsPayment(each))
  if (!today.some(({ endsAt }) => endsAt > now)) return null

  const transitions = await agendaQueries.listTransitionsSince(tx, {
    bookingIds: changedRows.map(({ id }) => id),
    since,
  })
  const todayIds = new Set(today.map(({ id }) => id))
  const changes = bookingChanges(
    changedRows.map((row) => readBooking(row, catalog)),
    Map.groupBy(transitions, ({ bookingId }) => bookingId),
  ).filter(({ news, booking }) => news !== 'created' || !todayIds.has(booking.id))
  const [listed, listedChanges] = [today.slice(0, maxVisits), changes.slice(0, maxChanges)]
  const named = [...listed, ...listedChanges.map(({ booking }) => booking)]
  return {
    day,
    timezone: catalog.settings.timezone,
    visits: listed.map(visitOf),
    visitCount: today.length,
    changes: listedChanges.map(({ booking, ...change }) => ({ ...visitOf(booking), ...change })),
    changeCount: changes.length,
    customerIds: [...new Set(named.map(({ customerId }) => customerId))],
  }
}

/** More than fit into one day of a salon. */
const maxBookings = 2000

const visitOf = (booking: Booking): AgendaVisit => ({
  id: booking.id,
  code: booking.code,
  state: booking.state,
  startsAt: booking.startsAt,
  endsAt: booking.endsAt,
  name: booking.contact.name,
  phone: booking.contact.phone,
  words: customerWords(booking),
  lines: booking.lines.map(({ name, professional, startsAt, endsAt }) => ({
    ...{ name, professional, startsAt, endsAt },
  })),
})

/**
 * Changes are reported since the last agenda: days without visits have none. Without one in the last
 * 30 days, since a week ago; emails are not kept longer.
 */
async function lastAgendaAt(tx: Tx, day: EpochDay, now: Date): Promise<Date> {
  const causes = Array.from({ length: 30 }, (_, index) => agendaKey(day - 1 - index))
  const [last] = await agendaQueries.findLastMail(tx, causes)
  return last?.at ?? new Date(now.getTime() - 7 * 24 * 3_600_000)
}
