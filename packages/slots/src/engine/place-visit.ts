import { contains, type EpochMinute } from '../spans.ts'
import { resourceChooser } from './choose-resources.ts'
import { findSlots } from './slots-of-day.ts'
import { busy, fitsOfVisit } from './starts.ts'
import { instantOf, type VisitDay, visitDay } from './visit-day.ts'
import type { VisitRequest } from './visit-plan.ts'

export type Placement =
  | {
      kind: 'placed'
      /** One for each segment, in the order of the plan. */
      claims: { resourceId: number; start: EpochMinute; end: EpochMinute }[]
      start: EpochMinute
      end: EpochMinute
      /** The start is before `bookableFrom`. */
      past: boolean
    }
  | {
      /**
       * The first that applies (D15). `no_such_time`: the clocks skip it; `closed`: part of the visit
       * is outside the open time of the business; `not_working`: it is within the open time but not
       * within the working time of the resources; `off_grid`: no slot starts at that time.
       */
      kind: 'no_such_time' | 'closed' | 'not_working' | 'off_grid'
    }

/**
 * Places one visit: a start is placed exactly when it is one of the slots of its day. Busy resources
 * are not checked here; the database decides that when the claims are inserted.
 */
export function placeVisit(
  input: VisitRequest & { startMinute: number; bookableFrom: EpochMinute },
): Placement {
  const visit = withNothingBusy(visitDay(input))
  const { starts, choices } = findSlots(visit, Number.NEGATIVE_INFINITY, input.startMinute)
  const [start] = starts
  if (start === undefined) return { kind: refusal(visit, input.startMinute) }
  const choice = choices[0] as readonly number[]
  const claims = visit.segments.map(({ offsetMinutes, lengthMinutes }, segment) => ({
    resourceId: choice[segment] as number,
    start: start + offsetMinutes,
    end: start + offsetMinutes + lengthMinutes,
  }))
  return {
    kind: 'placed',
    claims,
    start,
    end: start + visit.lengthMinutes,
    past: start < input.bookableFrom,
  }
}

const withNothingBusy = (visit: VisitDay): VisitDay => {
  const segments = visit.segments.map((segment) => ({
    ...segment,
    candidates: segment.candidates.map((candidate) => ({ ...candidate, busy: [] })),
  }))
  return { ...visit, segments, leading: segments[0] as (typeof segments)[number] }
}

/** Why no slot starts at a minute. */
function refusal(visit: VisitDay, startMinute: number) {
  const start = instantOf(visit, startMinute)
  if (start === null) return 'no_such_time'
  if (!contains(visit.open, start, start + visit.lengthMinutes)) return 'closed'
  const fits = fitsOfVisit(visit, { minutes: [startMinute], instants: [start] }, false)
  return resourceChooser(visit.segments, fits)(0, busy) === null ? 'not_working' : 'off_grid'
}
