import type { EpochDay } from './days.ts'
import { type LocalSpan, subtract, union } from './spans.ts'
import { minutesPerDay } from './times.ts'
import { type Zone, zoneOf } from './zones.ts'

/** One weekday (1 Monday to 7 Sunday) of the business; closed when it has no opening time. */
export interface OpeningHours {
  weekday: number
  opensMinute: number | null
  closesMinute: number | null
  breakStartMinute: number | null
  breakEndMinute: number | null
}

/** A day on which the business is closed, the whole day or the minutes from and to. */
export interface Closing {
  day: EpochDay
  fromMinute: number | null
  toMinute: number | null
}

/** The open time of a business, indexed once for many queries. */
export interface BusinessCalendar {
  zone: Zone
  slotIntervalMinutes: number
  /** By weekday: the open time of an ordinary week, without breaks. */
  week: ReadonlyMap<number, readonly LocalSpan[]>
  closings: ReadonlyMap<EpochDay, readonly LocalSpan[]>
}

/**
 * The working time of a resource (a professional; later a room or a chair), indexed once for many
 * queries.
 */
export interface ResourceCalendar {
  week: ReadonlyMap<number, Shifts>
  exceptions: ReadonlyMap<EpochDay, Shifts>
}

/** The shifts of one day by start, and their union, in which adjacent shifts are one span. */
export interface Shifts {
  shifts: readonly LocalSpan[]
  worked: readonly LocalSpan[]
}

/** @throws RangeError for an unknown time zone or an interval that is not a positive integer */
export function businessCalendar(input: {
  timezone: string
  slotIntervalMinutes: number
  openings: readonly OpeningHours[]
  closings: readonly Closing[]
}): BusinessCalendar {
  const { slotIntervalMinutes } = input
  // an interval of 0 would make the loop over the grid endless
  if (!Number.isInteger(slotIntervalMinutes) || slotIntervalMinutes < 1) {
    throw new RangeError(
      `A slot interval is a positive number of minutes, not ${slotIntervalMinutes}`,
    )
  }
  return {
    zone: zoneOf(input.timezone),
    slotIntervalMinutes,
    week: new Map(input.openings.map((opening) => [opening.weekday, openSpans(opening)])),
    closings: grouped(input.closings, (closing) => closing.day, closedSpan),
  }
}

export function resourceCalendar(input: {
  shifts: readonly (LocalSpan & { weekday: number })[]
  exceptions: readonly { day: EpochDay; works: boolean; shifts: readonly LocalSpan[] }[]
}): ResourceCalendar {
  const week = grouped(
    input.shifts,
    (shift) => shift.weekday,
    ({ startMinute, endMinute }) => ({ startMinute, endMinute }),
  )
  return {
    week: new Map([...week].map(([weekday, shifts]) => [weekday, daysShifts(shifts)])),
    exceptions: new Map(
      input.exceptions.map((exception) => [
        exception.day,
        daysShifts(exception.works ? exception.shifts : []),
      ]),
    ),
  }
}

function openSpans(opening: OpeningHours): LocalSpan[] {
  if (opening.opensMinute === null || opening.closesMinute === null) return []
  const open = union([{ startMinute: opening.opensMinute, endMinute: opening.closesMinute }])
  if (opening.breakStartMinute === null || opening.breakEndMinute === null) return open
  return subtract(open, {
    startMinute: opening.breakStartMinute,
    endMinute: opening.breakEndMinute,
  })
}

function closedSpan(closing: Closing): LocalSpan {
  return { startMinute: closing.fromMinute ?? 0, endMinute: closing.toMinute ?? minutesPerDay }
}

function daysShifts(shifts: readonly LocalSpan[]): Shifts {
  const real = shifts.filter((shift) => shift.startMinute < shift.endMinute)
  return { shifts: real.sort((a, b) => a.startMinute - b.startMinute), worked: union(real) }
}

function grouped<T, V>(
  items: readonly T[],
  keyOf: (item: T) => number,
  valueFrom: (item: T) => V,
): Map<number, V[]> {
  const groups = new Map<number, V[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [valueFrom(item)])
    else group.push(valueFrom(item))
  }
  return groups
}
