import { slotsOfDay } from '@silla/slots'
import type { Catalog, Professional } from '../catalog/catalog.ts'
import type { RequestContext } from '../request-context.ts'
import { bookingWindow } from './booking-window.ts'
import { busyWindow, loadBusy } from './load-busy.ts'
import { scheduleOf } from './schedule.ts'
import { servicesPlan, unbrokenPlan } from './visit-plan.ts'

/**
 * Ids of the professionals with at least one free slot left today (D13), for a service, else of one
 * slot interval. One round trip for all of them.
 *
 * @param serviceId null: any service. Nobody offers one that is unknown or not active.
 */
export async function professionalsAvailableToday(
  context: RequestContext,
  serviceId: number | null,
): Promise<Set<number>> {
  const { catalog, planned, busy } = await loadBusy(context, (catalog) => {
    const { firstDay: day, bookableFrom } = bookingWindow(catalog, context.clock)
    const plans = catalog.professionals
      .filter((one) => serviceId === null || one.serviceIds.includes(serviceId))
      .map((one) => ({ id: one.id, plan: planFor(catalog, one, serviceId) }))
    return { day, bookableFrom, plans, windows: plans.map(({ plan }) => busyWindow(plan, day)) }
  })
  const schedule = scheduleOf(catalog)
  const { day, bookableFrom, plans } = planned
  const free = plans.filter(({ plan }, index) =>
    slotsOfDay({
      ...schedule,
      busy: busy[index] ?? null,
      plan,
      day,
      bookableFrom,
    }).states.includes('free'),
  )
  return new Set(free.map(({ id }) => id))
}

function planFor(catalog: Catalog, professional: Professional, serviceId: number | null) {
  const service = catalog.services.find(({ id }) => id === serviceId)
  return service
    ? servicesPlan(catalog, [service], [professional])
    : unbrokenPlan(catalog.settings.slotIntervalMinutes, [professional])
}
