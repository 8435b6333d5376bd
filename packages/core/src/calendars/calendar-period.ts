import type { calendarQueries } from '@silla/db'
import { zoneOf } from '@silla/slots'
import type { Catalog } from '../catalog/catalog.ts'
import { today } from '../clock.ts'
import type { TenantContext } from '../request-context.ts'

/** For how long bookings stay after their day, and cancelled ones after their cancellation. */
const daysBack = 30

/**
 * From 30 days back to the salon's horizon (D43). In whole days, so that a calendar changes at midnight
 * and not with every minute.
 */
export function calendarPeriod(
  catalog: Catalog,
  { clock }: TenantContext,
): calendarQueries.CalendarPeriod {
  const { timezone, horizonDays } = catalog.settings
  const zone = zoneOf(timezone)
  const midnight = (day: number) => new Date(zone.toEdge(day, 0) * 60_000)
  const day = today(catalog, clock)
  return { from: midnight(day - daysBack), before: midnight(day + horizonDays + 1) }
}

/** What a calendar shows is the same as long as this is. */
export interface CalendarRevision extends calendarQueries.CalendarPeriod {
  /** Of its bookings and blocks. */
  version: string
  catalogVersion: number
}

/** A text that is different for each feed and each of its revisions. */
export const calendarVersion = (
  feedId: number,
  { catalogVersion, from, before, version }: CalendarRevision,
): string => [feedId, catalogVersion, from.getTime(), before.getTime(), version].join()
