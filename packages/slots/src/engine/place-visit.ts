import type { EpochMinute } from '../spans.ts'
import { evaluate } from './rules.ts'
import { visitDay } from './visit-day.ts'
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
       * `no_such_time`: the clocks skip it; `closed`: part of the visit is outside the open time of
       * the business; `not_working`: it is within the open time but not within the working time of
       * the resources; `off_grid`: no slot starts at that time.
       */
      kind: 'no_such_time' | 'closed' | 'not_working' | 'off_grid'
    }

/**
 * Places one visit by the rules of `slotsOfDay`: a start is placed exactly when it is one of those
 * slots. Busy resources are not checked here; the database decides that when the claims are
 * inserted.
 */
export function placeVisit(
  input: VisitRequest & { startMinute: number; bookableFrom: EpochMinute },
): Placement {
  const visit = visitDay(input)
  const verdict = evaluate(visit, input.startMinute)
  if (verdict.kind !== 'allowed') return verdict
  const { start, end, resourceIds } = verdict
  const claims = visit.segments.map((segment, index) => ({
    resourceId: resourceIds[index] as number,
    start: start + segment.offsetMinutes,
    end: start + segment.offsetMinutes + segment.lengthMinutes,
  }))
  return { kind: 'placed', claims, start, end, past: start < input.bookableFrom }
}
