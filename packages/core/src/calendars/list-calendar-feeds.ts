import { calendarQueries } from '@silla/db'
import type { CalendarFeed } from '../model/calendar.ts'
import { businessOnly, type RequestContext } from '../request-context.ts'

/**
 * The salon's calendar feeds, the oldest first (D43). There are at most 100.
 */
export async function listCalendarFeeds(context: RequestContext): Promise<CalendarFeed[]> {
  businessOnly(context)
  const [feeds] = await context.tenant.db.batch((tx) => [calendarQueries.listCalendarFeeds(tx)])
  return feeds
}
