import { viewOf } from '../bookings/booking-view.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { BookingDetail } from '../model/booking.ts'
import type { BookingChange, StoredEvent } from '../model/event.ts'

/** The booking of an event as the salon itself saw it at that moment, by the rules of today. */
export function viewOfChange(
  catalog: Catalog,
  { movedFrom: _, ...booking }: BookingChange,
  { occurredAt, internalNote }: Pick<StoredEvent, 'occurredAt' | 'internalNote'>,
): BookingDetail {
  const context = { identity: { kind: 'business' }, clock: { now: () => occurredAt } } as const
  return viewOf(context, catalog, booking, true, internalNote)
}
