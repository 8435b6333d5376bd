import { fail } from '@silla/errors'
import { zoneOf } from '@silla/slots'
import type { Catalog } from '../catalog/catalog.ts'
import { type Clock, today } from '../clock.ts'
import type { VisitRequest } from '../model/booking.ts'

/**
 * A request with its start as a minute of a day. `now` is the next full minute, and only for the
 * salon itself, today (D45).
 *
 * @throws INVALID_TIME for anybody else, and for another day
 */
export function withStartMinute<T extends VisitRequest>(
  catalog: Catalog,
  request: T,
  clock: Clock,
): T & { startMinute: number } {
  const { startMinute } = request
  if (startMinute !== 'now') return { ...request, startMinute }
  if (!request.byBusiness || request.day !== today(catalog, clock)) fail('INVALID_TIME')
  const nextMinute = Math.ceil(clock.now().getTime() / 60_000)
  const { day, minute } = zoneOf(catalog.settings.timezone).toLocal(nextMinute)
  return { ...request, day, startMinute: minute }
}
