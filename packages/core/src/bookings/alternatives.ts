import { type BusyTime, slotsOfDay } from '@silla/slots'
import { bookingWindow } from '../availability/booking-window.ts'
import { busyWindow, loadBusy } from '../availability/load-busy.ts'
import { scheduleOf } from '../availability/schedule.ts'
import { visitOption } from '../availability/visit-plan.ts'
import type { Alternative, BookingInput } from '../model/booking.ts'
import type { RequestContext } from '../request-context.ts'

const maxAlternatives = 3
const searchedDays = 7

/**
 * The free times nearest to one that was refused: first those of the same day by distance, then the
 * first ones of the following days (D15). For the business itself the notice and the horizon do not
 * apply (D9).
 *
 * @throws SERVICE_NOT_FOUND, PROFESSIONAL_NOT_FOUND, SERVICE_NOT_OFFERED when the catalogue changed
 */
export async function findAlternatives(
  context: RequestContext,
  refused: BookingInput,
): Promise<Alternative[]> {
  const { serviceIds, professionalId } = refused
  const { catalog, planned, busy } = await loadBusy(context, (catalog) => {
    const bookable = bookingWindow(catalog, context.clock, refused.byBusiness)
    const lastDay = Math.max(refused.day, Math.min(refused.day + searchedDays, bookable.lastDay))
    const length = { durationMinutes: null, serviceIds }
    const { plan } = visitOption(catalog, { professionalId, length })
    const windows = [busyWindow(plan, refused.day, lastDay)]
    return { plan, lastDay, bookableFrom: bookable.bookableFrom, windows }
  })

  const { plan, lastDay, bookableFrom } = planned
  const request = { ...scheduleOf(catalog), busy: busy[0] as BusyTime, plan, bookableFrom }
  const found: Alternative[] = []
  for (let day = refused.day; day <= lastDay && found.length < maxAlternatives; day++) {
    const slots = slotsOfDay({ ...request, day })
    const free = slots.startMinutes.filter((_, index) => slots.states[index] === 'free')
    if (day === refused.day) free.sort(byDistanceTo(refused.startMinute))
    found.push(...free.map((startMinute) => ({ day, startMinute, professionalId })))
  }
  return found.slice(0, maxAlternatives)
}

const byDistanceTo = (minute: number) => (one: number, other: number) =>
  Math.abs(one - minute) - Math.abs(other - minute)
