import type { BusinessCalendar, ResourceCalendar } from './calendars.ts'
import { type EpochDay, weekdayOf } from './days.ts'
import { intersect, type LocalSpan, subtract } from './spans.ts'
import { minutesPerDay } from './times.ts'

/**
 * One date of one resource in wall-clock minutes. The lists are shared with the calendars: read,
 * never changed.
 */
export interface WorkingDay {
  /**
   * `holiday`: a closing takes the whole day, or all that the weekday had; `closed`: the weekday
   * has no open time; `off`: the business is open but the resource does not work then. The first
   * that holds, in this order.
   */
  kind: 'working' | 'closed' | 'holiday' | 'off'
  /** The business's open time: opening hours less the break less closings. */
  open: readonly LocalSpan[]
  /** The resource's shifts that day, by start; the grids of slots are anchored at their starts. */
  shifts: readonly LocalSpan[]
  /**
   * Working time: what the shifts and the open time have in common; a slot lies within one stretch
   * (D13).
   */
  stretches: readonly LocalSpan[]
}

export function workingDay(
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

/** The business's open time on one date, whoever works. */
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
