import { fail, type Refusal } from '@silla/errors'
import {
  type DaySlots,
  type EpochDay,
  type EpochMinute,
  type SpanList,
  slotsOfDay,
  type VisitPlan,
} from '@silla/slots'
import type { Catalog, Professional } from '../catalog/catalog.ts'
import { findProfessional } from '../catalog/find.ts'
import type { RequestContext } from '../request-context.ts'
import { bookedMinutesOn, inOrderOfAssignment, isBalanced } from './assignment.ts'
import { queriedVisit } from './booked-visit.ts'
import type { BookingWindow } from './booking-window.ts'
import { type FreeTimeInputs, loadBusyBatch, movedBy, single } from './busy-batch.ts'
import type { ResultCaching } from './cached-results.ts'
import { type BusyWindow, busyWindow } from './load-busy.ts'
import { kindOfPlan } from './plan-kind.ts'
import { scheduleOf } from './schedule.ts'
import type { VisitLength, VisitLine, VisitQuery } from './visit-plan.ts'

/** Shared by the responses that contain it. */
export interface DayAvailability {
  readonly day: EpochDay
  /** null: anybody; each slot says who is free */
  readonly professional: Professional | null
  /** The lines of the query: each slot says who is free for them (D33). */
  readonly lines: readonly VisitLine[] | null
  readonly durationMinutes: number
  readonly slots: DaySlots
  /** Why there are no slots, when nobody works that day. */
  readonly notice: 'PROFESSIONAL_NOT_WORKING' | 'BUSINESS_CLOSED' | null
}

export interface DayAvailabilityQuery extends VisitQuery {
  day: EpochDay
}

/**
 * The slots of one day with one professional, with anybody or with several people (api.md
 * Availability, D13, D32, D33). One round trip.
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
  loadBusyBatch(context, queries, {
    plan: planDay,
    compute: shared,
    caching: cachingOfDays,
    exceptBooking: movedBy(queries),
  })

interface PlannedDay extends BusyWindow {
  query: DayAvailabilityQuery
  plan: VisitPlan
  durationMinutes: number
}

function planDay(
  catalog: Catalog,
  { firstDay, lastDay }: BookingWindow,
  query: DayAvailabilityQuery,
): PlannedDay {
  const { day } = query
  if (day < firstDay) fail('DATE_IN_PAST')
  if (day > lastDay) fail('DATE_TOO_FAR')
  const { plan, durationMinutes } = queriedVisit(catalog, query)
  const needsBlocks = isBalanced(catalog, plan)
  return { ...busyWindow(plan, day), needsBlocks, query, plan, durationMinutes }
}

const cachingOfDays: ResultCaching<PlannedDay, DayAvailability> = {
  keyOf: ({ query: { professionalId, lines }, durationMinutes }) =>
    professionalId === null && lines === null
      ? { kind: 'anyone', numbers: [durationMinutes] }
      : null,
  // until the first slot that is not past
  unchangedUntil: ({ slots: { starts, states } }) =>
    starts[states.findIndex((state) => state !== 'past')] ?? Number.POSITIVE_INFINITY,
  bytesOf: ({ slots: { states } }) => slotBytes * states.length,
}

/** Approximately, of a slot for which many are free. */
const slotBytes = 200

/**
 * Requests for the same day that are answered by one call of the database (busy-reader.ts) continue
 * one after the other, and share one result.
 */
function shared(inputs: FreeTimeInputs, planned: PlannedDay): DayAvailability {
  const { catalog, busy, bookable } = inputs
  const { query } = planned
  const { bookableFrom } = bookable
  // the same list, not an equal one: it comes from the same call, for the same window
  const [spans] = busy.values()
  if (
    last === null ||
    spans === undefined ||
    last.spans !== spans ||
    last.catalog !== catalog ||
    last.bookableFrom !== bookableFrom ||
    !isSameQuery(last.query, query)
  )
    last = { spans, catalog, bookableFrom, query, found: slotsOfPlan(inputs, planned) }
  return last.found
}

/** The last result, and what it was computed from. */
let last: {
  spans: SpanList | undefined
  catalog: Catalog
  bookableFrom: EpochMinute
  query: DayAvailabilityQuery
  found: DayAvailability
} | null = null

const isSameQuery = (a: DayAvailabilityQuery, b: DayAvailabilityQuery): boolean =>
  a.day === b.day &&
  a.professionalId === b.professionalId &&
  a.lines === null &&
  a.moved === undefined &&
  b.moved === undefined &&
  b.lines === null &&
  isSameLength(a.length, b.length)

const isSameLength = (a: VisitLength, b: VisitLength): boolean =>
  a.durationMinutes === b.durationMinutes &&
  a.serviceIds.length === b.serviceIds.length &&
  a.serviceIds.every((id, index) => id === b.serviceIds[index])

function slotsOfPlan(
  { catalog, busy, blocks, bookable }: FreeTimeInputs,
  { query, plan, durationMinutes }: PlannedDay,
): DayAvailability {
  const { day, professionalId, lines } = query
  const schedule = scheduleOf(catalog)
  const booked = bookedMinutesOn(schedule.business.zone, day, busy, blocks)
  const preferred = inOrderOfAssignment(catalog, plan, day, booked)
  const { bookableFrom } = bookable
  const slots = slotsOfDay({ ...schedule, busy, plan: preferred, day, bookableFrom })
  return {
    day,
    professional: professionalId === null ? null : findProfessional(catalog, professionalId),
    lines,
    durationMinutes,
    slots: professionalId === null && lines === null ? withPeople(slots) : slots,
    notice: notices[kindOfPlan(catalog, plan, day)],
  }
}

/** Slots that are kept without what they were computed from, which is several times as much. */
function withPeople(slots: DaySlots): DaySlots {
  const people = peopleOf(slots)
  return { ...slots, peopleAt: (index) => people[index] ?? [] }
}

const peopleOf = ({ states, peopleAt }: DaySlots): (readonly number[])[] =>
  states.map((_, index) => peopleAt(index))

const notices = {
  working: null,
  closed: 'BUSINESS_CLOSED',
  holiday: 'BUSINESS_CLOSED',
  off: 'PROFESSIONAL_NOT_WORKING',
} as const
