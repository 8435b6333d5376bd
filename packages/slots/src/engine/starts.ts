import { type EpochMinute, type LocalSpan, type SpanList, searchEndingFrom } from '../spans.ts'
import { minutesPerDay } from '../times.ts'
import { type CandidateDay, instantOf, type SegmentDay, type VisitDay } from './visit-day.ts'

/** Starts of a visit, ascending: as wall-clock minutes, and as instants. */
export interface Starts {
  minutes: readonly number[]
  instants: readonly EpochMinute[]
}

/**
 * The starts on the grid of a leading candidate that exist on that day and leave the whole visit
 * within one span of the business's open time. Who could do it is left open.
 *
 * @param only a wall-clock minute: other starts are left out
 */
export function startsOnGrid(visit: VisitDay, only?: number): Starts {
  const { open, lengthMinutes } = visit
  const minutes: number[] = []
  const instants: EpochMinute[] = []
  let next = 0
  for (const minute of only === undefined ? gridMinutes(visit) : onGrid(visit, only)) {
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

/** How a resource fits at a start: it does not, it would if it were not busy, or it does. */
export type Fit = typeof unfit | typeof busy | typeof free
const unfit = 0
export const busy = 1
export const free = 2

/**
 * How each candidate of each segment fits at each of the starts of a visit.
 *
 * @param checksGrid whether the leading resource has to have the start on its own grid
 */
export const fitsOfVisit = (visit: VisitDay, starts: Starts, checksGrid = true): Fit[][][] =>
  visit.segments.map((segment) => {
    const excludes = checksGrid && segment === visit.leading && !haveOneGrid(segment.candidates)
    return segment.candidates.map((candidate) => {
      const fits = fitsOfCandidate(segment, candidate, starts)
      if (excludes) excludeOffGrid(fits, visit, candidate, starts)
      return fits
    })
  })

/**
 * A candidate fits when it works during the whole segment and is free. Starts, stretches and busy
 * spans are sorted, so one sweep passes each of them once.
 */
function fitsOfCandidate(
  { offsetMinutes, lengthMinutes }: SegmentDay,
  { stretches, busy: taken }: CandidateDay,
  { instants }: Starts,
): Fit[] {
  const fits: Fit[] = []
  let stretch = 0
  // the claims may be those of months
  let visit = searchEndingFrom(taken, (instants[0] ?? 0) + offsetMinutes + 1)
  for (const start of instants) {
    const from = start + offsetMinutes
    const until = from + lengthMinutes
    stretch = firstEndingFrom(stretches, until, stretch)
    visit = firstEndingFrom(taken, from + 1, visit)
    const works = stretch < stretches.length && (stretches[stretch] as number) <= from
    const isTaken = visit < taken.length && (taken[visit] as number) < until
    fits.push(works ? (isTaken ? busy : free) : unfit)
  }
  return fits
}

function excludeOffGrid(
  fits: Fit[],
  { slotIntervalMinutes }: VisitDay,
  { shifts }: CandidateDay,
  { minutes }: Starts,
): void {
  for (let i = 0; i < fits.length; i++) {
    if (!isOnGrid(shifts, slotIntervalMinutes, minutes[i] as number)) fits[i] = unfit
  }
}

/** The index of the first span, at or after `index`, that ends at `end` or later. */
function firstEndingFrom(spans: SpanList, end: EpochMinute, index: number): number {
  while (index < spans.length && (spans[index + 1] as number) < end) index += 2
  return index
}

/** The grid minutes of all candidates of the leading segment, sorted. */
function gridMinutes({ leading, slotIntervalMinutes }: VisitDay): number[] {
  const { candidates } = leading
  const minutes: number[] = []
  let isAscending = true
  for (const { shifts } of haveOneGrid(candidates) ? candidates.slice(0, 1) : candidates) {
    for (const { startMinute, endMinute } of shifts) {
      if (startMinute <= (minutes.at(-1) ?? -1)) isAscending = false
      for (let minute = startMinute; minute < endMinute; minute += slotIntervalMinutes)
        minutes.push(minute)
    }
  }
  return isAscending ? minutes : sortedMinutes(minutes)
}

/** The minute if it is one of the grid minutes. */
const onGrid = ({ leading, slotIntervalMinutes }: VisitDay, minute: number): number[] =>
  leading.candidates.some(({ shifts }) => isOnGrid(shifts, slotIntervalMinutes, minute))
    ? [minute]
    : []

/** Whether all have the same shifts, as most colleagues have. */
function haveOneGrid(candidates: readonly CandidateDay[]): boolean {
  const grid = candidates[0]?.shifts ?? []
  return candidates.every(
    ({ shifts }) =>
      shifts.length === grid.length &&
      shifts.every((shift, index) => isSameSpan(shift, grid[index] as LocalSpan)),
  )
}

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

function isOnGrid(
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
