import { fail } from '@silla/errors'
import { placeVisit, type VisitCandidate, type VisitPlan } from '@silla/slots'
import { bookedMinutesOn, inOrderOfAssignment } from '../availability/assignment.ts'
import { bookedVisitPlan } from '../availability/booked-visit.ts'
import { bookingWindow } from '../availability/booking-window.ts'
import { scheduleOf } from '../availability/schedule.ts'
import { dependsOnBusyTime } from '../bookings/plan-to-write.ts'
import type { VisitBusyTime } from '../bookings/plan-visit.ts'
import { placementRefusals, type UnavailableTime } from '../bookings/plan-visit.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Clock } from '../clock.ts'
import type { Booking, RescheduleInput } from '../model/booking.ts'

/** The new time of a booking, which passed the rules that the catalogue alone can check. */
export interface PlannedReschedule {
  plan: VisitPlan
  day: number
  /** The first rule about the time of day that it breaks. */
  timeRefusal: UnavailableTime | null
  /**
   * Whether the database can try every candidate: one person does all and no unit is needed. Otherwise the
   * candidates depend on what is taken, and are read again when one is taken meanwhile (D33).
   */
  isFinal: boolean
  /** The candidates by preference, as far as busy time was read; none when the time is taken. */
  candidatesAmong(busyTime: VisitBusyTime | null): VisitCandidate[]
}

/**
 * Checks the new time of a booking in the order of D15.
 *
 * @throws DATE_IN_PAST, DATE_TOO_FAR, PROFESSIONAL_NOT_FOUND, SERVICE_NOT_OFFERED
 */
export function planReschedule(
  catalog: Catalog,
  { lines }: Booking,
  { day, startMinute, professionals, byBusiness }: RescheduleInput,
  clock: Clock,
): PlannedReschedule {
  const bookable = bookingWindow(catalog, clock, byBusiness)
  if (day < bookable.firstDay) fail('DATE_IN_PAST')
  if (day > bookable.lastDay) fail('DATE_TOO_FAR')
  const visit = bookedVisitPlan(catalog, lines, professionals)
  const { bookableFrom } = bookable
  return plannedAt(catalog, visit, { day, startMinute, byBusiness, bookableFrom })
}

/**
 * A visit at a time.
 *
 * @param visit people in any order
 * @param at.bookableFrom the first minute that may be booked, since 1970
 */
export function plannedAt(
  catalog: Catalog,
  visit: VisitPlan,
  {
    day,
    startMinute,
    byBusiness,
    bookableFrom,
  }: { day: number; startMinute: number; byBusiness: boolean; bookableFrom: number },
): PlannedReschedule {
  const plan = inOrderOfAssignment(catalog, visit, day, null)
  const { business, professionals: calendars } = scheduleOf(catalog)
  const request = {
    // the salon itself books at any minute (D45)
    business: byBusiness ? { ...business, slotIntervalMinutes: 1 } : business,
    professionals: calendars,
    ...{ plan, day, startMinute, bookableFrom },
  }
  const placement = placeVisit({ ...request, busy: null })
  const among = ({ busy, blocks }: VisitBusyTime) => ({
    busy,
    plan: inOrderOfAssignment(
      catalog,
      visit,
      day,
      bookedMinutesOn(business.zone, day, busy, blocks),
    ),
  })
  const start = business.zone.toInstant(day, startMinute)
  const isTooSoon = start !== null && start < bookableFrom
  return {
    plan,
    day,
    timeRefusal: isTooSoon
      ? 'TOO_SOON'
      : placement.kind === 'placed'
        ? null
        : placementRefusals[placement.kind],
    isFinal: !dependsOnBusyTime(plan),
    candidatesAmong(busyTime) {
      const placed = busyTime === null ? placement : placeVisit({ ...request, ...among(busyTime) })
      return placed.kind === 'placed' ? placed.candidates : []
    },
  }
}
