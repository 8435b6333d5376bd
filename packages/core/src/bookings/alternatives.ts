import { type EpochDay, type Resources, slotsOfDay, type VisitPlan } from '@silla/slots'
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
  const loaded = await loadBusy(context, (catalog) => {
    const bookable = bookingWindow(catalog, context.clock, refused.byBusiness)
    const lastDay = Math.max(refused.day, Math.min(refused.day + searchedDays, bookable.lastDay))
    const window = { professionalIds: [professionalId], from: refused.day, to: lastDay }
    return { bookableFrom: bookable.bookableFrom, lastDay, windows: [window] }
  })
  const { catalog, planned } = loaded
  const [resources] = loaded.resources as [Resources]
  if (!resources.has(professionalId)) return []

  const { lastDay, bookableFrom } = planned
  const { business } = scheduleOf(catalog)
  const { plan } = refused
  const found: Alternative[] = []
  for (let day = refused.day; day <= lastDay && found.length < maxAlternatives; day++) {
    const { startMinutes, states } = slotsOfDay({ business, resources, plan, day, bookableFrom })
    const free = startMinutes.filter((_, index) => states[index] === 'free')
    if (day === refused.day) free.sort(byDistanceTo(refused.startMinute))
    found.push(...free.map((startMinute) => ({ day, startMinute, professionalId })))
  }
  return found.slice(0, maxAlternatives)
}

const byDistanceTo = (minute: number) => (one: number, other: number) =>
  Math.abs(one - minute) - Math.abs(other - minute)
