import { type Resources, slotsOfDay } from '@silla/slots'
import type { Catalog } from '../catalog/catalog.ts'
import type { RequestContext } from '../request-context.ts'
import { bookingWindow } from './booking-window.ts'
import { loadBusy } from './load-busy.ts'
import { scheduleOf } from './schedule.ts'
import { simplePlan } from './visit-plan.ts'

/**
 * Ids of the professionals with at least one free slot left today (D13), long enough for a service,
 * else of one slot interval. One round trip for all of them.
 *
 * @param serviceId null: any service. Nobody offers one that is unknown or not active.
 */
export async function professionalsAvailableToday(
  context: RequestContext,
  serviceId: number | null,
): Promise<Set<number>> {
  const { catalog, planned, resources } = await loadBusy(context, (catalog) => {
    const { firstDay: day, bookableFrom } = bookingWindow(catalog, context.clock)
    const professionalIds = catalog.professionals
      .filter((one) => serviceId === null || one.serviceIds.includes(serviceId))
      .map(({ id }) => id)
    const windows = professionalIds.length > 0 ? [{ professionalIds, from: day, to: day }] : []
    return { day, bookableFrom, professionalIds, windows }
  })
  const { business } = scheduleOf(catalog)
  const { day, bookableFrom, professionalIds } = planned
  const lengthMinutes = lengthOf(catalog, serviceId)
  const free = professionalIds.filter((id) =>
    slotsOfDay({
      business,
      resources: resources[0] as Resources,
      plan: simplePlan(lengthMinutes, [{ id }]),
      day,
      bookableFrom,
    }).states.includes('free'),
  )
  return new Set(free)
}

const lengthOf = ({ services, settings }: Catalog, serviceId: number | null): number =>
  services.find(({ id }) => id === serviceId)?.durationMinutes ?? settings.slotIntervalMinutes
