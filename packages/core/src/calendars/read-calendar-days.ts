import { calendarQueries } from '@silla/db'
import type { Catalog } from '../catalog/catalog.ts'
import type { Calendar, CalendarBlock, CalendarBooking } from '../model/calendar.ts'
import type { TenantContext } from '../request-context.ts'
import { calendarBookings } from './calendar-bookings.ts'
import { type CalendarRevision, calendarPeriod } from './calendar-period.ts'
import { withCatalogOf } from './with-catalog-of.ts'

/** A calendar at one moment, as far as it was read. */
export interface CalendarReading {
  calendar: Calendar
  revision: CalendarRevision
  /** By day, and each day by start. */
  bookings: CalendarDay<CalendarBooking>[]
  blocks: CalendarDay<CalendarBlock>[]
}

/** The bookings or blocks that begin on a day, in UTC. */
export interface CalendarDay<Entry> {
  /** Days since 1970. */
  day: number
  /** The same as long as its entries are. */
  version: string
  /** Some entries at a time, which are computed while they are read. null: they were not read. */
  entries: (() => Iterable<Entry>)[] | null
}

/** The days that the reader has, made with a version of the catalogue. */
export interface KnownCalendar {
  catalogVersion: number
  bookings: calendarQueries.KnownDays
  blocks: calendarQueries.KnownDays
}

/**
 * The bookings and blocks of a calendar, of the days that have changed since the reader read them:
 * about the first 4,000 of each. So the reader has the whole calendar when it knows the other days,
 * and reads again when it does not. One round trip.
 *
 * @param professionalId null: the calendar of the whole salon
 * @returns null: the professional does not exist
 */
export const readCalendarDays = (
  context: TenantContext,
  professionalId: number | null,
  known: KnownCalendar | null,
): Promise<CalendarReading | null> =>
  withCatalogOf(context, async (catalog) => {
    const period = calendarPeriod(catalog, context)
    const wanted = { ...period, professionalId }
    const { bookings, blocks } = known?.catalogVersion === catalog.version ? known : nothing
    const [[owner], bookingRows, blockRows] = await context.tenant.db.batch((tx) => [
      calendarQueries.findCalendarOwner(tx, professionalId),
      calendarQueries.readBookingDays(tx, wanted, bookings),
      calendarQueries.readBlockDays(tx, wanted, blocks),
    ])
    if (owner === undefined) return null
    const { catalogVersion, professionalName } = owner
    if (professionalId !== null && professionalName === null) return null
    const reading = {
      calendar: toCalendar(catalog, professionalName),
      revision: {
        ...period,
        catalogVersion,
        version: `${versionOfAll(bookingRows)} ${versionOfAll(blockRows)}`,
      },
      bookings: daysOf(bookingRows, (lines: calendarQueries.CalendarLine[]) =>
        calendarBookings(lines, {
          names: catalog.settings.calendarNames,
          inParts: professionalId !== null,
        }),
      ),
      blocks: daysOf(blockRows, (values: calendarQueries.CalendarBlock[]) => values.map(toBlock)),
    }
    return { catalogVersion, result: reading }
  })

const noDays: calendarQueries.KnownDays = { days: [], versions: [] }
const nothing = { bookings: noDays, blocks: noDays }

const versionOfAll = (rows: readonly calendarQueries.CalendarDayRow[]): string =>
  rows.find(({ day }) => day === null)?.version ?? ''

/** The rows of a day follow each other. */
function daysOf<Row, Entry>(
  rows: readonly calendarQueries.CalendarDayRow[],
  read: (values: Row[]) => Iterable<Entry>,
): CalendarDay<Entry>[] {
  const days: CalendarDay<Entry>[] = []
  for (const { day, version, isRead, entries } of rows) {
    if (day === null) continue
    let last = days.at(-1)
    if (last?.day !== day) {
      last = { day, version, entries: isRead ? [] : null }
      days.push(last)
    }
    if (entries !== null) last.entries?.push(() => read(JSON.parse(entries)))
  }
  return days
}

const toCalendar = (
  { business, settings }: Catalog,
  professionalName: string | null,
): Calendar => ({
  businessId: business.id,
  businessName: business.name,
  professionalName,
  timezone: settings.timezone,
  language: settings.mainLanguage,
})

const toBlock = ([
  id,
  startSeconds,
  endSeconds,
  createdSeconds,
  professional,
  resource,
]: calendarQueries.CalendarBlock): CalendarBlock => ({
  ...{ id, professional, resource },
  createdAt: new Date(createdSeconds * 1000),
  startsAt: new Date(startSeconds * 1000),
  endsAt: new Date(endSeconds * 1000),
})
