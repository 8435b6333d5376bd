import { fail, type Refusal } from '@silla/errors'
import {
  type DaySlots,
  type EpochDay,
  kindOfDay,
  slotsOfDay,
  type VisitPlan,
  visitMinutes,
} from '@silla/slots'
import type { Catalog, Professional } from '../catalog/catalog.ts'
import type { RequestContext } from '../request-context.ts'
import type { BookingWindow } from './booking-window.ts'
import { type FreeTimeInputs, loadBusyBatch, single } from './busy-batch.ts'
import { type BusyWindow, busyWindow } from './load-busy.ts'
import { scheduleOf } from './schedule.ts'
import { type VisitLength, visitOption } from './visit-plan.ts'

export interface DayAvailability {
  day: EpochDay
  professional: Professional
  durationMinutes: number
  slots: DaySlots
  /** Why there are no slots, when the professional does not work that day. */
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
  query: DayAvailabilityQuery,
): Promise<DayAvailability> {
  return single(await dayAvailabilityBatch(context, [query]))
}

/** The same for several queries in one round trip; the result of a refused one is its refusal. */
export const dayAvailabilityBatch = (
  context: RequestContext,
  queries: readonly DayAvailabilityQuery[],
): Promise<(DayAvailability | Refusal)[]> =>
  loadBusyBatch(context, queries, { plan: planDay, compute: slotsOfProfessional })

interface PlannedDay extends BusyWindow {
  day: EpochDay
  professional: Professional
  plan: VisitPlan
}

function planDay(
  catalog: Catalog,
  { firstDay, lastDay }: BookingWindow,
  query: DayAvailabilityQuery,
): PlannedDay {
  const { day } = query
  if (day < firstDay) fail('DATE_IN_PAST')
  if (day > lastDay) fail('DATE_TOO_FAR')
  const { professionals, plan } = visitOption(catalog, query)
  const professional = professionals[0] as Professional
  return { ...busyWindow(plan, day), day, professional, plan }
}

function slotsOfProfessional(
  { catalog, busy, bookable }: FreeTimeInputs,
  { day, professional, plan }: PlannedDay,
): DayAvailability {
  const { business, professionals } = scheduleOf(catalog)
  const calendar = professionals.get(professional.id)
  const kind = calendar ? kindOfDay(business, calendar, day) : 'off'
  const { bookableFrom } = bookable
  const slots = slotsOfDay({ business, professionals, busy, plan, day, bookableFrom })
  return { day, professional, durationMinutes: visitMinutes(plan), slots, notice: notices[kind] }
}

const notices = {
  working: null,
  closed: 'BUSINESS_CLOSED',
  holiday: 'BUSINESS_CLOSED',
  off: 'PROFESSIONAL_NOT_WORKING',
} as const
