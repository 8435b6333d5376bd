import type { EpochMinute, LocalSpan } from '../spans.ts'
import { firstEndingFrom } from '../spans.ts'
import { minutesPerDay } from '../times.ts'
import { instantOf, type PersonDay, type VisitDay } from './visit-day.ts'

/** Starts of a visit, ascending: as wall-clock minutes, and as instants. */
export interface Starts {
  minutes: readonly number[]
  instants: readonly EpochMinute[]
}

/**
 * The starts on the grid of one of some people that exist on that day and leave `lengthMinutes`
 * within one span of the business's open time. Who could do it is left open.
 *
 * @param only a wall-clock minute: other starts are left out
 */
export function startsOnGrid(
  visit: VisitDay,
  people: readonly PersonDay[],
  lengthMinutes: number,
  only?: number,
): Starts {
  const { open, slotIntervalMinutes } = visit
  const minutes: number[] = []
  const instants: EpochMinute[] = []
  let next = 0
  for (const minute of only === undefined
    ? gridMinutes(people, slotIntervalMinutes)
    : onGrid(people, slotIntervalMinutes, only)) {
    const start = instantOf(visit, minute)
    if (start === null) continue
    next = firstEndingFrom(open, start + lengthMinutes, next)
    if (next === open.length) break
    if ((open[next] as number) > start) continue
    minutes.push(minute)
    instants.push(start)
  }
  return { minutes, instants }
}

/** Whether all have the same shifts, as most colleagues have. */
export function haveOneGrid(people: readonly PersonDay[]): boolean {
  const grid = people[0]?.shifts ?? []
  return people.every(
    ({ shifts }) =>
      shifts === grid ||
      (shifts.length === grid.length &&
        shifts.every((shift, index) => isSameSpan(shift, grid[index] as LocalSpan))),
  )
}

/** Whether a slot of the shifts starts at a minute. */
export function isOnGrid(
  shifts: readonly LocalSpan[],
  slotIntervalMinutes: number,
  minute: number,
): boolean {
  for (const { startMinute, endMinute } of shifts) {
    if (
      startMinute <= minute &&
      minute < endMinute &&
      (minute - startMinute) % slotIntervalMinutes === 0
    ) {
      return true
    }
  }
  return false
}

/** The grid minutes of all people, sorted. */
function gridMinutes(people: readonly PersonDay[], slotIntervalMinutes: number): number[] {
  const minutes: number[] = []
  let isAscending = true
  for (const { shifts } of haveOneGrid(people) ? people.slice(0, 1) : people) {
    for (const { startMinute, endMinute } of shifts) {
      if (startMinute <= (minutes.at(-1) ?? -1)) isAscending = false
      for (let minute = startMinute; minute < endMinute; minute += slotIntervalMinutes)
        minutes.push(minute)
    }
  }
  return isAscending ? minutes : sortedMinutes(minutes)
}

/** The minute if it is one of the grid minutes. */
const onGrid = (
  people: readonly PersonDay[],
  slotIntervalMinutes: number,
  minute: number,
): number[] =>
  people.some(({ shifts }) => isOnGrid(shifts, slotIntervalMinutes, minute)) ? [minute] : []

const isSameSpan = (a: LocalSpan, b: LocalSpan): boolean =>
  a.startMinute === b.startMinute && a.endMinute === b.endMinute

/** Without duplicates; a mark for each minute of the day takes less time than sorting. */
function sortedMinutes(minutes: readonly number[]): number[] {
  const isListed = new Uint8Array(minutesPerDay)
  for (const minute of minutes) isListed[minute] = 1
  const sorted: number[] = []
  for (let minute = 0; minute < minutesPerDay; minute++) {
    if (isListed[minute] === 1) sorted.push(minute)
  }
  return sorted
}
