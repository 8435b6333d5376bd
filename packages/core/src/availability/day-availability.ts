import { fail, type Refusal } from '@silla/errors'
import { type EpochDay, type Resources, type Slot, slotsOfDay, workingDay } from '@silla/slots'
import type { Catalog, Professional } from '../catalog/catalog.ts'
import { findProfessional } from '../catalog/find.ts'
import { nextMinute, today } from '../clock.ts'
import type { RequestContext } from '../request-context.ts'
import { loadBusyBatch, single } from './busy-batch.ts'
import { scheduleOf } from './schedule.ts'
import { assertOffered, minutesOf, servicesOf, simplePlan, type VisitLength } from './visit-plan.ts'

export interface DayAvailability {
  day: EpochDay
  professional: Professional
  durationMinutes: number
  slots: Slot[]
  /** Why there are no slots, when nobody works that day. */
  notice: 'PROFESSIONAL_NOT_WORKING' | 'BUSINESS_CLOSED' | null
}

export interface DayAvailabilityQuery {
  professionalId: number
  day: EpochDay
  length: VisitLength
}

/**
 * One professional's slots of one day (api.md Availability, D13). One round trip.
 *
 * @throws DATE_IN_PAST, DATE_TOO_FAR, SERVICE_NOT_FOUND, PROFESSIONAL_NOT_FOUND,
 *   SERVICE_NOT_OFFERED
 */
export async function dayAvailability(
  context: RequestContext,
  input: DayAvailabilityQuery,
): Promise<DayAvailability> {
  return single(await dayAvailabilityBatch(context, [input]))
}

/**
 * The same for several questions in one round trip; what is wrong with one of them is its own
 * answer.
 */
export async function dayAvailabilityBatch(
  requestContext: RequestContext,
  inputs: readonly DayAvailabilityQuery[],
): Promise<(DayAvailability | Refusal)[]> {
  return loadBusyBatch(requestContext, inputs, {
    plan: (catalog, query) => plannedDay(requestContext, catalog, query),
    answer: (catalog, planned, resources) => slotsOf(requestContext, catalog, planned, resources),
  })
}

function slotsOf(
  caller: RequestContext,
  catalog: Catalog,
  { day, professional, durationMinutes }: ReturnType<typeof plannedDay>,
  resources: Resources,
): DayAvailability {
  const { business, professionals } = scheduleOf(catalog)
  const calendar = professionals.get(professional.id)
  const kind = calendar ? workingDay(business, calendar, day).kind : 'off'
  const slots = slotsOfDay({
    business,
    resources,
    plan: simplePlan(durationMinutes, [professional.id]),
    day,
    bookableFrom: nextMinute(caller.clock.now()) + catalog.settings.noticeMinutes,
  })
  return { day, professional, durationMinutes, slots, notice: notices[kind] }
}

const notices = {
  working: null,
  closed: 'BUSINESS_CLOSED',
  holiday: 'BUSINESS_CLOSED',
  off: 'PROFESSIONAL_NOT_WORKING',
} as const

function plannedDay(
  caller: RequestContext,
  catalog: Catalog,
  { professionalId, day, length }: DayAvailabilityQuery,
) {
  const first = today(catalog, caller.clock)
  if (day < first) fail('DATE_IN_PAST')
  if (day > first + catalog.settings.horizonDays) fail('DATE_TOO_FAR')
  const services = servicesOf(catalog, length.serviceIds)
  const professional = findProfessional(catalog, professionalId)
  assertOffered(professional, services)
  return {
    professionalIds: [professional.id],
    from: day,
    to: day,
    day,
    professional,
    durationMinutes: minutesOf(catalog, length, services),
  }
}
