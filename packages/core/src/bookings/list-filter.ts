import type { bookingQueries } from '@silla/db'
import { type EpochDay, zoneOf } from '@silla/slots'
import type { Catalog } from '../catalog/catalog.ts'
import type { BookingState } from '../model/booking.ts'

/** Which bookings somebody wants to see; both days are included and local, null is no limit. */
export interface BookingListFilter {
  from: EpochDay | null
  to: EpochDay | null
  state: BookingState | null
  offset: number
  limit: number
}

/** The same in moments: a booking belongs to the day on which it begins where the salon is. */
export function toBookingFilter(
  { from, to, state }: BookingListFilter,
  catalog: Catalog,
): bookingQueries.BookingFilter {
  const zone = zoneOf(catalog.settings.timezone)
  const midnight = (day: EpochDay) => new Date(zone.toEdge(day, 0) * 60_000)
  return {
    from: from === null ? null : midnight(from),
    before: to === null ? null : midnight(to + 1),
    states: state === null ? everyState : [state],
  }
}

const everyState: readonly BookingState[] = [
  'pending',
  'confirmed',
  'completed',
  'cancelled',
  'no_show',
]
