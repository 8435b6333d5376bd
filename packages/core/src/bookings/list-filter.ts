import type { bookingListQueries } from '@silla/db'
import { type EpochDay, zoneOf } from '@silla/slots'
import type { Catalog } from '../catalog/catalog.ts'
import type { BookingState } from '../model/booking.ts'

/** `from` and `to` are local days, both included; null matches every booking. */
export interface BookingListFilter {
  from: EpochDay | null
  to: EpochDay | null
  state: BookingState | null
  offset: number
  limit: number
}

/** The same with instants. A booking belongs to the local day on which it begins. */
export function toBookingFilter(
  { from, to, state }: BookingListFilter,
  catalog: Catalog,
): bookingListQueries.BookingFilter {
  const zone = zoneOf(catalog.settings.timezone)
  const midnight = (day: EpochDay) => new Date(zone.toEdge(day, 0) * 60_000)
  return {
    from: from === null ? null : midnight(from),
    before: to === null ? null : midnight(to + 1),
    states: state === null ? null : [state],
  }
}
