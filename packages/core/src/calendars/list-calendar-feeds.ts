import { calendarQueries } from '@silla/db'
import { allow } from '../access/allow.ts'
import type { CalendarFeed } from '../model/calendar.ts'
import type { RequestContext } from '../request-context.ts'

/**
 * The salon's calendar feeds, the oldest first (D43). There are at most 100.
 */
export async function listCalendarFeeds(context: RequestContext): Promise<CalendarFeed[]> {
  allow(context, 'integrations')
  const [feeds] = await context.tenant.db.batch((tx) => [calendarQueries.listCalendarFeeds(tx)])
  return feeds
}
