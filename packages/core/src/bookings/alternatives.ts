import { type Code, fail } from '@silla/errors'
import { type BusyTime, slotsOfDay, type VisitPlan } from '@silla/slots'
import { bookedMinutesOn, inOrderOfAssignment, isBalanced } from '../availability/assignment.ts'
import { bookingWindow } from '../availability/booking-window.ts'
import { busyWindow, loadBusy } from '../availability/load-busy.ts'
import { scheduleOf } from '../availability/schedule.ts'
import { visitPlan } from '../availability/visit-plan.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Alternative, VisitInput } from '../model/booking.ts'
import type { RequestContext } from '../request-context.ts'
import { type UnavailableTime, unavailableTimes } from './plan-visit.ts'

const maxAlternatives = 3
const searchedDays = 7

/** Whether another time may do, so that the refusal names some (D15). */
export const offersOtherTimes = (code: Code): code is UnavailableTime =>
  (unavailableTimes as readonly Code[]).includes(code)

/** @throws the refusal with the free times nearest to the refused one (D15) */
export async function throwForTime(
  context: RequestContext,
  refused: VisitInput,
  code: UnavailableTime,
): Promise<never> {
  const alternatives = await findAlternatives(context, refused)
  return fail(code, { extra: { alternatives } })
}

/**
 * The free times nearest to one that was refused: first those of the same day by distance, then the
 * first ones of the following days (D15). For the business itself the notice and the horizon do not
 * apply (D9).
 *
 * @throws SERVICE_NOT_FOUND, PROFESSIONAL_NOT_FOUND, SERVICE_NOT_OFFERED when the catalogue changed
 */
function findAlternatives(context: RequestContext, refused: VisitInput): Promise<Alternative[]> {
  const { serviceIds, professionalId, lines } = refused
  const length = { durationMinutes: null, serviceIds }
  return freeTimesNear(context, refused, (catalog) =>
    visitPlan(catalog, { professionalId, length, lines }),
  )
}

/**
 * The same for any visit.
 *
 * @param planOf the visit, given the catalogue; it may throw
 * @param exceptBooking a booking whose own time counts as free (D37)
 */
export async function freeTimesNear(
  context: RequestContext,
  refused: Pick<VisitInput, 'day' | 'startMinute' | 'byBusiness'>,
  planOf: (catalog: Catalog) => VisitPlan,
  exceptBooking: number | null = null,
): Promise<Alternative[]> {
  const { catalog, planned, busy, blocks } = await loadBusy(
    context,
    (catalog) => {
      const bookable = bookingWindow(catalog, context.clock, refused.byBusiness)
      const lastDay = Math.max(refused.day, Math.min(refused.day + searchedDays, bookable.lastDay))
      const plan = planOf(catalog)
      const needsBlocks = isBalanced(catalog, plan)
      const windows = [{ ...busyWindow(plan, refused.day, lastDay), needsBlocks }]
      return { plan, lastDay, bookableFrom: bookable.bookableFrom, windows }
    },
    exceptBooking,
  )

  const { plan, lastDay, bookableFrom } = planned
  const schedule = scheduleOf(catalog)
  const ownBusy = busy[0] as BusyTime
  const found: Alternative[] = []
  for (let day = refused.day; day <= lastDay && found.length < maxAlternatives; day++) {
    const booked = bookedMinutesOn(schedule.business.zone, day, ownBusy, blocks)
    const preferred = inOrderOfAssignment(catalog, plan, day, booked)
    const slots = slotsOfDay({ ...schedule, busy: ownBusy, plan: preferred, day, bookableFrom })
    const free = slots.startMinutes.flatMap((startMinute, index): Alternative[] => {
      const [professionalId] = slots.peopleAt(index)
      return professionalId === undefined ? [] : [{ day, startMinute, professionalId }]
    })
    if (day === refused.day) free.sort(byDistanceTo(refused.startMinute))
    found.push(...free)
  }
  return found.slice(0, maxAlternatives)
}

const byDistanceTo = (minute: number) => (one: Alternative, other: Alternative) =>
  Math.abs(one.startMinute - minute) - Math.abs(other.startMinute - minute)
