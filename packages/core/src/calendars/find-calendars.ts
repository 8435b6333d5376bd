import { calendarQueries } from '@silla/db'
import type { CalendarFeed } from '../model/calendar.ts'
import type { TenantContext } from '../request-context.ts'
import { type CalendarRevision, calendarPeriod } from './calendar-period.ts'
import { withCatalogOf } from './with-catalog-of.ts'

/** Feeds of a salon, and which revision of their calendars is current. */
export interface FoundCalendars {
  /** Without those that are revoked. */
  feeds: readonly CalendarFeed[]
  revision: CalendarRevision
}

/**
 * Finds feeds, whose readers have proved their access with their tokens. One round trip, with two
 * aggregates.
 *
 * @returns null: the salon is gone
 */
export const findCalendars = (
  context: TenantContext,
  feedIds: readonly number[],
): Promise<FoundCalendars | null> =>
  withCatalogOf(context, async (catalog) => {
    const period = calendarPeriod(catalog, context)
    const [feeds, [found]] = await context.tenant.db.batch((tx) => [
      calendarQueries.findCalendarFeeds(tx, feedIds),
      calendarQueries.findCalendarVersion(tx, period),
    ])
    if (found === undefined) return null
    const revision = { ...period, ...found }
    return { catalogVersion: found.catalogVersion, result: { feeds, revision } }
  })
