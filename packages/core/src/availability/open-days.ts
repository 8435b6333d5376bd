import { fail, type Refusal } from '@silla/errors'
import {
  type DaySlots,
  type EpochDay,
  type EpochMinute,
  slotsOfDay,
  type VisitPlan,
  type WorkingDay,
} from '@silla/slots'
import type { Catalog } from '../catalog/catalog.ts'
import type { RequestContext } from '../request-context.ts'
import { queriedVisit } from './booked-visit.ts'
import type { BookingWindow } from './booking-window.ts'
import { type FreeTimeInputs, loadBusyBatch, movedBy, single } from './busy-batch.ts'
import type { CacheInputs, ResultCaching } from './cached-results.ts'
import { dayInputs, dayStates, hasInputs } from './day-inputs.ts'
import { type BusyWindow, busyWindow } from './load-busy.ts'
import { kindOfPlan } from './plan-kind.ts'
import { scheduleOf } from './schedule.ts'
import type { VisitQuery } from './visit-plan.ts'

export interface OpenDays {
  from: EpochDay
  to: EpochDay
  days: OpenDay[]
}

/** Shared by the responses that contain it. */
export interface OpenDay {
  readonly day: EpochDay
  readonly available: boolean
  /** Distinct start times at which somebody is free. */
  readonly freeSlots: number
  readonly firstMinute: number | null
  readonly lastMinute: number | null
  /** Why not, when not available. */
  readonly reason: 'full' | 'holiday' | 'closed' | 'off' | 'past' | 'out_of_range' | null
}

export interface OpenDaysQuery extends VisitQuery {
  /** null: today */
  from: EpochDay | null
  /** null: 30 days after today */
  to: EpochDay | null
}

const defaultDays = 30
const maxDays = 92

/**
 * Which days of a range have free time (api.md Availability, D13). One round trip for the whole
 * range.
 */
export async function openDays(context: RequestContext, query: OpenDaysQuery): Promise<OpenDays> {
  return single(await openDaysBatch(context, [query]))
}

/** The same for several queries in one round trip; the result of a refused one is its refusal. */
export const openDaysBatch = (
  context: RequestContext,
  queries: readonly OpenDaysQuery[],
): Promise<(OpenDays | Refusal)[]> =>
  loadBusyBatch(context, queries, {
    plan: planRange,
    compute: daysOfRange,
    caching: cachingOfRanges,
    exceptBooking: movedBy(queries),
  })

/** The window is the part of the range that may be booked. */
interface PlannedRange extends BusyWindow {
  range: { from: EpochDay; to: EpochDay }
  plan: VisitPlan
}

/**
 * The days that a query covers.
 *
 * @throws INVALID_RANGE when they are more than 93, or the last one is before the first
 */
export function openDaysRange(
  { from, to }: Pick<OpenDaysQuery, 'from' | 'to'>,
  today: EpochDay,
): { from: EpochDay; to: EpochDay } {
  const range = { from: from ?? today, to: to ?? today + defaultDays }
  if (range.from > range.to || range.to - range.from > maxDays) fail('INVALID_RANGE')
  return range
}

function planRange(
  catalog: Catalog,
  { firstDay, lastDay }: BookingWindow,
  query: OpenDaysQuery,
): PlannedRange {
  const { from, to } = openDaysRange(query, firstDay)
  const { plan } = queriedVisit(catalog, query)
  const bookable = (day: EpochDay) => Math.min(Math.max(day, firstDay), lastDay)
  return { ...busyWindow(plan, bookable(from), bookable(to)), range: { from, to }, plan }
}

async function daysOfRange(
  inputs: FreeTimeInputs,
  { range, plan }: PlannedRange,
): Promise<OpenDays> {
  const { catalog, busy, bookable, slices } = inputs
  const { firstDay, lastDay, bookableFrom } = bookable
  const { zone } = scheduleOf(catalog).business
  const known = inputs.days.daysOf<OpenDay>('open', catalog, plan)
  const stateOf = dayStates(plan, busy, bookableFrom)
  const days: OpenDay[] = []
  let start = zone.toEdge(range.from, 0)
  for (let day = range.from; day <= range.to; day++) {
    const end = zone.toEdge(day + 1, 0)
    if (day < firstDay) days.push(withoutSlots(day, 'past'))
    else if (day > lastDay) days.push(withoutSlots(day, 'out_of_range'))
    else {
      const pause = slices.pause()
      if (pause !== undefined) await pause
      const state = stateOf({ start, end })
      const found = known.find(day, (stored) => hasInputs(state, stored))
      days.push(
        found ?? known.store(day, dayInputs(state), openDay(inputs, plan, day), openDayBytes),
      )
    }
    start = end
  }
  return { ...range, days }
}

const cachingOfRanges: ResultCaching<PlannedRange, OpenDays> = {
  keyOf: ({ range }) => ({ kind: 'range', numbers: [range.from, range.to] }),
  unchangedUntil: rangeUnchangedUntil,
  // the days themselves are kept once
  bytesOf: ({ days }) => 16 * days.length,
}

/** Time passes only for the day of `bookableFrom`: until its first free slot no free one does. */
function rangeUnchangedUntil(
  { days }: OpenDays,
  { from, to }: PlannedRange,
  { catalog, bookable: { bookableFrom } }: CacheInputs,
): EpochMinute {
  const { zone } = scheduleOf(catalog).business
  const { day } = zone.toLocal(bookableFrom)
  if (day < from) return zone.toEdge(from, 0)
  if (day > to) return Number.POSITIVE_INFINITY
  const found = days.find((one) => one.day === day)
  if (found === undefined) return bookableFrom
  // of a full day the slots that are taken pass as well, and then it is over
  if (found.reason === 'full') return bookableFrom
  return found.firstMinute === null ? zone.toEdge(day + 1, 0) : zone.toEdge(day, found.firstMinute)
}

/** Approximately, with the text that a response contains of it. */
const openDayBytes = 300

function openDay(
  { catalog, busy, bookable: { bookableFrom } }: FreeTimeInputs,
  plan: VisitPlan,
  day: EpochDay,
): OpenDay {
  const { business, professionals } = scheduleOf(catalog)
  const slots = slotsOfDay({ business, professionals, busy, plan, day, bookableFrom })
  const { states, startMinutes } = slots
  const first = states.indexOf('free')
  if (first === -1) return withoutSlots(day, reasonOf(slots, kindOfPlan(catalog, plan, day)))
  let freeSlots = 0
  for (const state of states) if (state === 'free') freeSlots++
  return {
    day,
    available: true,
    freeSlots,
    firstMinute: startMinutes[first] as number,
    lastMinute: startMinutes[states.lastIndexOf('free')] as number,
    reason: null,
  }
}

const withoutSlots = (day: EpochDay, reason: NonNullable<OpenDay['reason']>): OpenDay => ({
  day,
  available: false,
  freeSlots: 0,
  firstMinute: null,
  lastMinute: null,
  reason,
})

/**
 * `full`: all slots are booked, or no stretch of working time is long enough; `past`: the remaining
 * slots are over; otherwise the reason why nobody works.
 */
function reasonOf({ states }: DaySlots, kind: WorkingDay['kind']): NonNullable<OpenDay['reason']> {
  if (states.includes('busy')) return 'full'
  if (states.length > 0) return 'past'
  return kind === 'working' ? 'full' : kind
}
