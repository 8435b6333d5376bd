import type { EpochDay } from '../days.ts'
import { instantsFrom, instantsOf } from '../instants.ts'
import type { EpochMinute, LocalSpan, SpanList } from '../spans.ts'
import { openTime, workingDay } from '../working-day.ts'
import type { Zone } from '../zones.ts'
import type { VisitPlan, VisitRequest } from './visit-plan.ts'

/** A plan on a date, with the open time converted to instants once for any number of starts. */
export interface VisitDay {
  day: EpochDay
  zone: Zone
  /** The instant of minute 0, when minute n is n minutes later on this day; else null. */
  steadyMidnight: EpochMinute | null
  slotIntervalMinutes: number
  open: SpanList
  plan: VisitPlan
  request: VisitRequest
}

/** The working time of a professional on the date, and what is taken of it. */
export interface PersonDay {
  professionalId: number
  shifts: readonly LocalSpan[]
  stretches: SpanList
  busy: SpanList
}

/** @throws RangeError for a plan without lines */
export function visitDay(request: VisitRequest): VisitDay {
  const { business, plan, day } = request
  if (plan.lines.length === 0) throw new RangeError('A visit plan has at least one line')
  const { zone, slotIntervalMinutes } = business
  const steadyMidnight = zone.steadyMidnight(day)
  const open = toInstants({ zone, day, steadyMidnight }, openTime(business, day).open)
  return { day, zone, steadyMidnight, slotIntervalMinutes, open, plan, request }
}

/** @throws RangeError for a professional without a calendar, or whose busy time is missing */
export function personDay(visit: VisitDay, professionalId: number): PersonDay {
  const { business, professionals, day } = visit.request
  const calendar = professionals.get(professionalId)
  if (calendar === undefined) throw notDescribed(professionalId)
  const { shifts, stretches } = workingDay(business, calendar, day)
  return {
    professionalId,
    shifts,
    stretches: toInstants(visit, stretches),
    busy: busyOf(visit, professionalId),
  }
}

/**
 * What is taken of a professional or a unit.
 *
 * @throws RangeError when its busy time is missing
 */
export function busyOf({ request: { busy } }: VisitDay, resourceId: number): SpanList {
  if (busy === null) return nothingBusy
  const spans = busy.get(resourceId)
  if (spans === undefined) throw notDescribed(resourceId)
  return spans
}

export const nothingBusy: SpanList = []

/** The instant of a wall-clock minute of the day; null for one that the clocks skip. */
export const instantOf = (
  { zone, day, steadyMidnight }: VisitDay,
  minute: number,
): EpochMinute | null =>
  steadyMidnight === null ? zone.toInstant(day, minute) : steadyMidnight + minute

const toInstants = (
  { zone, day, steadyMidnight }: Pick<VisitDay, 'zone' | 'day' | 'steadyMidnight'>,
  spans: readonly LocalSpan[],
): SpanList =>
  steadyMidnight === null ? instantsOf(zone, day, spans) : instantsFrom(steadyMidnight, spans)

const notDescribed = (resourceId: number) =>
  new RangeError(`The visit plan names resource ${resourceId}, which is not described`)
