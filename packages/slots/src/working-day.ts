import type { BusinessCalendar, ResourceCalendar } from './calendars.ts'
import { type EpochDay, weekdayOf } from './days.ts'
import { instantsOf } from './instants.ts'
import { contains, intersect, type LocalSpan, type Span, subtract } from './spans.ts'
import { minutesPerDay } from './times.ts'

/**
 * One date of one resource in wall-clock minutes. The lists are shared with the calendars and must
 * not be modified.
 */
export interface WorkingDay {
  /**
   * The first that applies. `holiday`: closings cover the whole day or all opening hours of the
   * weekday; `closed`: the weekday has no opening hours; `off`: the business is open but the
   * resource does not work.
   */
  kind: 'working' | 'closed' | 'holiday' | 'off'
  /** The business's open time: opening hours minus the break minus closings. */
  open: readonly LocalSpan[]
  /** The resource's shifts by start; the grid of slots starts at each of them. */
  shifts: readonly LocalSpan[]
  /** The intersection of shifts and open time; each slot lies within one stretch (D13). */
  stretches: readonly LocalSpan[]
}

export function workingDay(
  business: BusinessCalendar,
  resource: ResourceCalendar,
  day: EpochDay,
): WorkingDay {
  const isOrdinary = !business.closings.has(day) && !resource.exceptions.has(day)
  return isOrdinary
    ? ordinaryDay(business, resource, day)
    : computeWorkingDay(business, resource, day)
}

/** Computed once for each weekday, and released with the calendars. */
function ordinaryDay(
  business: BusinessCalendar,
  resource: ResourceCalendar,
  day: EpochDay,
): WorkingDay {
  let week = ordinaryWeeks.get(resource)
  if (week?.business !== business) {
    week = { business, days: [] }
    ordinaryWeeks.set(resource, week)
  }
  const weekday = weekdayOf(day)
  week.days[weekday] ??= computeWorkingDay(business, resource, day)
  return week.days[weekday]
}

const ordinaryWeeks = new WeakMap<
  ResourceCalendar,
  { business: BusinessCalendar; days: (WorkingDay | undefined)[] }
>()

function computeWorkingDay(
  business: BusinessCalendar,
  resource: ResourceCalendar,
  day: EpochDay,
): WorkingDay {
  const { kind, open } = openTime(business, day)
  const { shifts, worked } =
    resource.exceptions.get(day) ?? resource.week.get(weekdayOf(day)) ?? noShifts
  const stretches = intersect(open, worked)
  return {
    kind: kind === 'open' && stretches.length === 0 ? 'off' : kind === 'open' ? 'working' : kind,
    open,
    shifts,
    stretches,
  }
}

/** Whether a span lies within one stretch of a resource's working time, on the day of its start. */
export function isWorkingTime(
  business: BusinessCalendar,
  resource: ResourceCalendar,
  { start, end }: Span,
): boolean {
  const { zone } = business
  const { day } = zone.toLocal(start)
  const { stretches } = workingDay(business, resource, day)
  return contains(instantsOf(zone, day, stretches), start, end)
}

/** Whether a span lies within one stretch of the business's open time, on the day of its start. */
export function isOpenTime(business: BusinessCalendar, { start, end }: Span): boolean {
  const { zone } = business
  const { day } = zone.toLocal(start)
  return contains(instantsOf(zone, day, openTime(business, day).open), start, end)
}

/** The kind of a date; `off` also when the clocks skip all of the resource's working time. */
export function kindOfDay(
  business: BusinessCalendar,
  resource: ResourceCalendar,
  day: EpochDay,
): WorkingDay['kind'] {
  const { zone } = business
  const { kind, stretches } = workingDay(business, resource, day)
  if (kind !== 'working' || zone.steadyMidnight(day) !== null) return kind
  const instants = instantsOf(zone, day, stretches)
  return instants.some((instant, index) => index % 2 === 1 && instant > (instants[index - 1] ?? 0))
    ? 'working'
    : 'off'
}

/** The business's open time on one date. */
export function openTime(
  business: BusinessCalendar,
  day: EpochDay,
): { kind: 'open' | 'closed' | 'holiday'; open: readonly LocalSpan[] } {
  const usual = business.week.get(weekdayOf(day)) ?? []
  const closings = business.closings.get(day)
  if (closings === undefined) return { kind: usual.length > 0 ? 'open' : 'closed', open: usual }
  const open = closings.reduce(subtract, usual)
  if (open.length > 0) return { kind: 'open', open }
  const holiday = usual.length > 0 || closings.some(takesTheWholeDay)
  return { kind: holiday ? 'holiday' : 'closed', open }
}

const noShifts = { shifts: [], worked: [] }

function takesTheWholeDay(closing: LocalSpan): boolean {
  return closing.startMinute <= 0 && closing.endMinute >= minutesPerDay
}
