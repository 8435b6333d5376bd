import { calendarQueries, type TenantDb } from '@silla/db'
import { zoneOf } from '@silla/slots'
import type { Catalog } from '../catalog/catalog.ts'
import { today } from '../clock.ts'
import type { Calendar, CalendarFeed } from '../model/calendar.ts'
import type { RequestContext } from '../request-context.ts'
import { calendarBookings } from './calendar-bookings.ts'

/** A calendar at one moment; it is the same as long as `version` is. */
export interface CalendarState {
  version: string
  /** null: the reader has this version */
  calendar: Calendar | null
}

/** For how long bookings stay after their day, and cancelled ones after their cancellation. */
const daysBack = 30

/**
 * What a feed has to show: bookings and blocks from 30 days back to the salon's horizon (D43). The
 * reader has proved its access with the token of the feed. Two round trips; one that has the current
 * version costs one, with two aggregates.
 *
 * @param isKnown whether the reader has a version
 * @returns null: the feed is revoked
 */
export async function readCalendar(
  context: RequestContext,
  feedId: number,
  isKnown: (version: string) => boolean,
): Promise<CalendarState | null> {
  const { db } = context.tenant
  let catalog = await context.tenant.catalog()
  for (let tries = 0; tries < maxTries; tries++) {
    const period = periodOf(catalog, context)
    const [[feed], [found]] = await db.batch((tx) => [
      calendarQueries.findCalendarFeed(tx, feedId),
      calendarQueries.findCalendarVersion(tx, period),
    ])
    if (feed === undefined || found === undefined) return null
    if (found.catalogVersion === catalog.version) {
      const version = versionOf(feed, period, found)
      if (isKnown(version)) return { version, calendar: null }
      const state = await readEntries(db, catalog, feed, period)
      if (state !== null) return state
    }
    catalog = await context.tenant.catalogAt(found.catalogVersion)
  }
  throw new Error(`the catalogue of ${context.tenant.slug} changes faster than it is read`)
}

const maxTries = 5

/** null: the catalogue has changed meanwhile. */
async function readEntries(
  db: TenantDb,
  catalog: Catalog,
  feed: CalendarFeed,
  period: calendarQueries.CalendarPeriod,
): Promise<CalendarState | null> {
  const wanted = { ...period, professionalId: feed.professional?.id ?? null }
  const [[found], lines, blocks] = await db.batch((tx) => [
    calendarQueries.findCalendarVersion(tx, period),
    calendarQueries.listCalendarLines(tx, wanted),
    calendarQueries.listCalendarBlocks(tx, wanted),
  ])
  if (found?.catalogVersion !== catalog.version) return null
  return {
    version: versionOf(feed, period, found),
    calendar: toCalendar(catalog, feed, lines, blocks),
  }
}

const versionOf = (
  { id }: CalendarFeed,
  { from, before }: calendarQueries.CalendarPeriod,
  { version, catalogVersion }: { version: string; catalogVersion: number },
): string => [id, catalogVersion, from.getTime(), before.getTime(), version].join()

/** In whole days, so that a calendar changes at midnight and not with every minute. */
function periodOf(catalog: Catalog, { clock }: RequestContext): calendarQueries.CalendarPeriod {
  const { timezone, horizonDays } = catalog.settings
  const zone = zoneOf(timezone)
  const midnight = (day: number) => new Date(zone.toEdge(day, 0) * 60_000)
  const day = today(catalog, clock)
  return { from: midnight(day - daysBack), before: midnight(day + horizonDays + 1) }
}

const toCalendar = (
  { business, settings }: Catalog,
  { professional }: CalendarFeed,
  lines: readonly calendarQueries.CalendarLine[],
  blocks: readonly calendarQueries.CalendarBlock[],
): Calendar => ({
  businessId: business.id,
  businessName: business.name,
  professionalName: professional?.name ?? null,
  timezone: settings.timezone,
  language: settings.mainLanguage,
  bookings: calendarBookings(lines, {
    names: settings.calendarNames,
    inParts: professional !== null,
  }),
  blocks: blocks.map(({ professionalName, ...block }) => ({
    ...block,
    professional: professionalName,
  })),
})
