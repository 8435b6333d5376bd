import { type Resources, slotsOfDay } from '@silla/slots'
import type { RequestContext } from '../request-context.ts'
import { bookingWindow } from './booking-window.ts'
import { loadBusy } from './load-busy.ts'
import { scheduleOf } from './schedule.ts'
import { simplePlan } from './visit-plan.ts'

/**
 * Ids of the professionals with at least one free slot left today (D13). One round trip for all of
 * them.
 */
export async function professionalsAvailableToday(context: RequestContext): Promise<Set<number>> {
  const loaded = await loadBusy(context, (catalog) => {
    const { firstDay: day, bookableFrom } = bookingWindow(catalog, context.clock)
    const professionalIds = catalog.professionals.map((one) => one.id)
    return { day, bookableFrom, windows: [{ professionalIds, from: day, to: day }] }
  })
  const { catalog, planned } = loaded
  const [resources] = loaded.resources as [Resources]
  const { business } = scheduleOf(catalog)
  const { day, bookableFrom } = planned
  const free = catalog.professionals.filter((professional) =>
    slotsOfDay({
      business,
      resources,
      plan: simplePlan(catalog.settings.slotIntervalMinutes, [professional]),
      day,
      bookableFrom,
    }).states.includes('free'),
  )
  return new Set(free.map(({ id }) => id))
}
