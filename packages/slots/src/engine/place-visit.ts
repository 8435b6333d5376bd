import type { EpochMinute } from '../spans.ts'
import { evaluate } from './rules.ts'
import { visitDay } from './visit-day.ts'
import type { VisitRequest } from './visit-plan.ts'

export type Placement =
  | {
      kind: 'placed'
      /** One a segment, in the plan's order. */
      claims: { resourceId: number; start: EpochMinute; end: EpochMinute }[]
      start: EpochMinute
      end: EpochMinute
      /** The start is before `bookableFrom`. */
      past: boolean
    }
  | {
      /**
       * `no_such_time`: the clocks skip it; `closed`: some of the visit lies outside the business's
       * open time; `not_working`: within it, but not within working time of those it needs;
       * `off_grid`: slots start elsewhere.
       */
      kind: 'no_such_time' | 'closed' | 'not_working' | 'off_grid'
    }

/**
 * Where one visit would go, by the rules of `slotsOfDay` and no others: exactly its slots are
 * placed. Whether the resources are taken is not looked at: the database decides that when the
 * claims are written.
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
