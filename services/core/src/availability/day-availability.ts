import { fail } from '@silla/errors'
import { type EpochDay, type Slot, slotsOfDay, workingDay } from '@silla/slots'
import type { Caller } from '../caller.ts'
import type { Catalog, Professional } from '../catalog/catalog.ts'
import { professionalOf } from '../catalog/find.ts'
import { nextMinute, today } from '../catalog/today.ts'
import { readBusy } from './read-busy.ts'
import { scheduleOf } from './schedule.ts'
import { minutesOf, refuseUnlessOffered, servicesOf, type VisitLength } from './visit-length.ts'
import { simplePlan } from './visit-plan.ts'

export interface DayAvailability {
  day: EpochDay
  professional: Professional
  durationMinutes: number
  slots: Slot[]
  /** Why there are no slots, when nobody works that day. */
  notice: 'PROFESSIONAL_NOT_WORKING' | 'BUSINESS_CLOSED' | null
}

/**
 * One professional's slots of one day (api.md Availability, D13). One round trip.
 *
 * @throws DATE_IN_PAST, DATE_TOO_FAR, SERVICE_NOT_FOUND, PROFESSIONAL_NOT_FOUND, SERVICE_NOT_OFFERED
 */
export async function dayAvailability(
  caller: Caller,
  ask: { professionalId: number; day: EpochDay; length: VisitLength },
): Promise<DayAvailability> {
  const { catalog, window, resources } = await readBusy(caller, (catalog) => plannedDay(caller, catalog, ask))
  const { professional, durationMinutes } = window
  const { business, professionals } = scheduleOf(catalog)
  const calendar = professionals.get(professional.id)
  const kind = calendar ? workingDay(business, calendar, ask.day).kind : 'off'
  const slots = slotsOfDay({
    business,
    resources,
    plan: simplePlan(durationMinutes, [professional.id]),
    day: ask.day,
    bookableFrom: nextMinute(caller.clock.now()) + catalog.settings.noticeMinutes,
  })
  return { day: ask.day, professional, durationMinutes, slots, notice: notices[kind] }
}

const notices = {
  working: null,
  closed: 'BUSINESS_CLOSED',
  holiday: 'BUSINESS_CLOSED',
  off: 'PROFESSIONAL_NOT_WORKING',
} as const

function plannedDay(
  caller: Caller,
  catalog: Catalog,
  ask: { professionalId: number; day: EpochDay; length: VisitLength },
) {
  const first = today(catalog, caller.clock)
  if (ask.day < first) fail('DATE_IN_PAST')
  if (ask.day > first + catalog.settings.horizonDays) fail('DATE_TOO_FAR')
  const services = servicesOf(catalog, ask.length.serviceIds)
  const professional = professionalOf(catalog, ask.professionalId)
  refuseUnlessOffered(professional, services)
  return {
    professionalIds: [professional.id],
    from: ask.day,
    to: ask.day,
    professional,
    durationMinutes: minutesOf(catalog, ask.length, services),
  }
}
