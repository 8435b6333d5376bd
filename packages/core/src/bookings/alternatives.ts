import { type EpochDay, type Slot, slotsOfDay, type VisitPlan } from '@silla/slots'
import { bookingWindow } from '../availability/booking-window.ts'
import { loadBusy } from '../availability/load-busy.ts'
import { scheduleOf } from '../availability/schedule.ts'
import type { Alternative } from '../model/booking.ts'
import type { RequestContext } from '../request-context.ts'

const maxAlternatives = 3
const searchedDays = 7

/**
 * The free times nearest to one that was refused: first those of the same day by distance, then the
 * first ones of the following days (D15). For the business itself the notice and the horizon do not
 * apply (D9).
 */
export async function findAlternatives(
  context: RequestContext,
  refused: {
    professionalId: number
    day: EpochDay
    startMinute: number
    plan: VisitPlan
    byBusiness: boolean
  },
): Promise<Alternative[]> {
  const { professionalId } = refused
  const { catalog, planned, resources } = await loadBusy(context, (catalog) => {
    const bookable = bookingWindow(catalog, context.clock, refused.byBusiness)
    const lastDay = Math.max(refused.day, Math.min(refused.day + searchedDays, bookable.lastDay))
    return {
      bookableFrom: bookable.bookableFrom,
      window: { professionalIds: [professionalId], from: refused.day, to: lastDay },
    }
  })
  if (!resources.has(professionalId)) return []

  const { window, bookableFrom } = planned
  const { business } = scheduleOf(catalog)
  const { plan } = refused
  const found: Alternative[] = []
  for (let day = window.from; day <= window.to && found.length < maxAlternatives; day++) {
    const slots = slotsOfDay({ business, resources, plan, day, bookableFrom })
    const free = slots.filter((slot) => slot.state === 'free')
    if (day === refused.day) free.sort(byDistanceTo(refused.startMinute))
    found.push(...free.map(({ startMinute }) => ({ day, startMinute, professionalId })))
  }
  return found.slice(0, maxAlternatives)
}

const byDistanceTo = (minute: number) => (one: Slot, other: Slot) =>
  Math.abs(one.startMinute - minute) - Math.abs(other.startMinute - minute)
