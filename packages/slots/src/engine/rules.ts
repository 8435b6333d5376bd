import { contains, type EpochMinute, overlaps } from '../spans.ts'
import { chooseResources, type Fits } from './choose-resources.ts'
import type { CandidateDay, VisitDay } from './visit-day.ts'

/** The result of the rules for one start. */
export type Verdict =
  | { kind: 'allowed'; start: EpochMinute; end: EpochMinute; resourceIds: number[] }
  | { kind: 'no_such_time' | 'closed' | 'not_working' | 'off_grid' }

/**
 * Whether the visit may start at a wall-clock minute, and with which resources: all rules of D13
 * except other visits and the notice. All decisions about a start are made here. The result is the
 * first refusal that applies, in the order of `Verdict` (D15).
 */
export function evaluate(visit: VisitDay, startMinute: number): Verdict {
  const start = visit.zone.toInstant(visit.day, startMinute)
  if (start === null) return noSuchTime
  const end = start + visit.lengthMinutes
  if (!contains(visit.open, start, end)) return closed
  const resourceIds = chooseResources(visit.segments, start, worksAndStarts(visit, startMinute))
  if (resourceIds !== null) return { kind: 'allowed', start, end, resourceIds }
  return chooseResources(visit.segments, start, works) === null ? notWorking : offGrid
}

/** Free resources for an allowed start; null when there are not enough of them. */
export function freeResources(
  visit: VisitDay,
  startMinute: number,
  start: EpochMinute,
): number[] | null {
  const allowed = worksAndStarts(visit, startMinute)
  return chooseResources(visit.segments, start, (candidate, from, until, segment) => {
    return allowed(candidate, from, until, segment) && !overlaps(candidate.busy, from, until)
  })
}

/** The sorted grid minutes of all candidates of the leading segment, to be passed to `evaluate`. */
export function gridMinutes(visit: VisitDay): number[] {
  const minutes: number[] = []
  let isAscending = true
  for (const { shifts } of visit.leading.candidates) {
    for (const { startMinute, endMinute } of shifts) {
      if (startMinute <= (minutes.at(-1) ?? -1)) isAscending = false
      for (let minute = startMinute; minute < endMinute; minute += visit.slotIntervalMinutes)
        minutes.push(minute)
    }
  }
  return isAscending ? minutes : [...new Set(minutes)].sort((a, b) => a - b)
}

const noSuchTime = { kind: 'no_such_time' } as const
const closed = { kind: 'closed' } as const
const notWorking = { kind: 'not_working' } as const
const offGrid = { kind: 'off_grid' } as const

const works: Fits = (candidate, from, until) => contains(candidate.stretches, from, until)

function worksAndStarts(visit: VisitDay, startMinute: number): Fits {
  return (candidate, from, until, segment) =>
    works(candidate, from, until, segment) &&
    (segment !== visit.leading || isOnGrid(visit, candidate, startMinute))
}

function isOnGrid(visit: VisitDay, candidate: CandidateDay, minute: number): boolean {
  for (const { startMinute, endMinute } of candidate.shifts) {
    if (
      startMinute <= minute &&
      minute < endMinute &&
      (minute - startMinute) % visit.slotIntervalMinutes === 0
    ) {
      return true
    }
  }
  return false
}
