import { slotsOfDay } from '@silla/slots'
import { nextMinute, today } from '../clock.ts'
import type { RequestContext } from '../request-context.ts'
import { loadBusy } from './load-busy.ts'
import { scheduleOf } from './schedule.ts'
import { simplePlan } from './visit-plan.ts'

/**
 * Ids of the professionals with at least one free slot left today (D13). One round trip for all of
 * them.
 */
export async function professionalsAvailableToday(context: RequestContext): Promise<Set<number>> {
  const { catalog, window, resources } = await loadBusy(context, (catalog) => {
    const day = today(catalog, context.clock)
    return { professionalIds: catalog.professionals.map((one) => one.id), from: day, to: day }
  })
  const isFree = (professionalId: number) =>
    slotsOfDay({
      business: scheduleOf(catalog).business,
      resources,
      plan: simplePlan(catalog.settings.slotIntervalMinutes, [professionalId]),
      day: window.from,
      bookableFrom: nextMinute(context.clock.now()) + catalog.settings.noticeMinutes,
    }).some((slot) => slot.state === 'free')
  return new Set(window.professionalIds.filter(isFree))
}
