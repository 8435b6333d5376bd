import { fail, type Refusal } from '@silla/errors'
import {
  type DaySlots,
  type EpochDay,
  type EpochMinute,
  kindOfDay,
  type SpanList,
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

/** Shared by the responses that contain it. */
export interface DayAvailability {
  readonly day: EpochDay
  readonly professional: Professional
  readonly durationMinutes: number
  readonly slots: DaySlots
  /** Why there are no slots, when the professional does not work that day. */
  readonly notice: 'PROFESSIONAL_NOT_WORKING' | 'BUSINESS_CLOSED' | null
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
  loadBusyBatch(context, queries, { plan: planDay, compute: shared })

interface PlannedDay extends BusyWindow {
  length: VisitLength
  day: EpochDay
  professional: Professional
  plan: VisitPlan
}

function planDay(
  catalog: Catalog,
  { firstDay, lastDay }: BookingWindow,
  query: DayAvailabilityQuery,
): PlannedDay {
  const { day, length } = query
  if (day < firstDay) fail('DATE_IN_PAST')
  if (day > lastDay) fail('DATE_TOO_FAR')
  const { professionals, plan } = visitOption(catalog, query)
  const professional = professionals[0] as Professional
  return { ...busyWindow(plan, day), length, day, professional, plan }
}

/**
 * Requests for the same day that are answered by one call of the database (busy-reader.ts) continue
 * one after the other, and share one result.
 */
function shared(inputs: FreeTimeInputs, planned: PlannedDay): DayAvailability {
  const { catalog, busy, bookable } = inputs
  const { day, professional, length } = planned
  // the same list, not an equal one: it comes from the same call, for the same window
  const spans = busy.get(professional.id)
  if (
    last === null ||
    last.spans !== spans ||
    last.catalog !== catalog ||
    last.day !== day ||
    last.bookableFrom !== bookable.bookableFrom ||
    !isSameLength(last.length, length)
  ) {
    const found = slotsOfProfessional(inputs, planned)
    last = { spans, catalog, day, bookableFrom: bookable.bookableFrom, length, found }
  }
  return last.found
}

/** The last result, and what it was computed from. */
let last: {
  spans: SpanList | undefined
  catalog: Catalog
  day: EpochDay
  bookableFrom: EpochMinute
  length: VisitLength
  found: DayAvailability
} | null = null

const isSameLength = (a: VisitLength, b: VisitLength): boolean =>
  a.durationMinutes === b.durationMinutes &&
  a.serviceIds.length === b.serviceIds.length &&
  a.serviceIds.every((id, index) => id === b.serviceIds[index])

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
