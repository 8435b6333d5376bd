import { placeVisit, zoneOf } from '@silla/slots'
import {
  bookedPeopleStay,
  bookedVisitPlan,
  keepsProfessionals,
} from '../availability/booked-visit.ts'
import { scheduleOf } from '../availability/schedule.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Booking, RescheduleInput } from '../model/booking.ts'

/**
 * Whether a booking is to be moved to where it is, with people and places who can still do it: then
 * nothing changes, so that a request may be repeated (D37). Where they no longer can, the visit is
 * moved as to any other time: to somebody else, or not at all.
 */
export function isWhereItIs(
  catalog: Catalog,
  booking: Booking,
  { day, startMinute, professionals }: RescheduleInput,
): boolean {
  const { startsAt, lines } = booking
  const start = zoneOf(catalog.settings.timezone).toInstant(day, startMinute)
  return (
    start === startsAt.getTime() / 60_000 &&
    keepsProfessionals(lines, professionals) &&
    isStillPossible(catalog, booking, { day, startMinute })
  )
}

/** Whether the salon is open, the booked people work then, and the booked units still exist. */
function isStillPossible(
  catalog: Catalog,
  { lines }: Booking,
  { day, startMinute }: Pick<RescheduleInput, 'day' | 'startMinute'>,
): boolean {
  if (!bookedPeopleStay(catalog, lines)) return false
  const plan = bookedVisitPlan(catalog, lines, { kind: 'same' })
  const { business, professionals } = scheduleOf(catalog)
  const placement = placeVisit({
    // notice and grid do not matter to what is booked
    business: { ...business, slotIntervalMinutes: 1 },
    ...{ professionals, plan, day, startMinute },
    bookableFrom: Number.NEGATIVE_INFINITY,
    busy: null,
  })
  return (
    placement.kind === 'placed' &&
    plan.lines.every(([terms], index) =>
      terms?.units.every((ofKind) => ofKind.some((id) => lines[index]?.unitIds.includes(id))),
    )
  )
}
