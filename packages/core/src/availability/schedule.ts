import {
  type BusinessCalendar,
  businessCalendar,
  type ResourceCalendar,
  resourceCalendar,
} from '@silla/slots'
import type { Catalog } from '../catalog/catalog.ts'

/** The calendars of the salon and of its professionals, indexed for the slot engine. */
export interface Schedule {
  business: BusinessCalendar
  professionals: Map<number, ResourceCalendar>
}

const schedules = new WeakMap<Catalog, Schedule>()

/** Built once for each copy of a catalogue and released with it. */
export function scheduleOf(catalog: Catalog): Schedule {
  let schedule = schedules.get(catalog)
  if (!schedule) {
    schedule = {
      business: businessCalendar({
        ...catalog.settings,
        openings: catalog.openings,
        closings: catalog.closings,
      }),
      professionals: new Map(catalog.professionals.map((one) => [one.id, resourceCalendar(one)])),
    }
    schedules.set(catalog, schedule)
  }
  return schedule
}
