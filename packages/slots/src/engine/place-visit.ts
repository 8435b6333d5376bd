import type { EpochMinute } from '../spans.ts'
import type { VisitAsk } from './visit-plan.ts'

export type Placement =
  | {
      kind: 'placed'
      claims: { resourceId: number; start: EpochMinute; end: EpochMinute }[]
      start: EpochMinute
      end: EpochMinute
      /** The start is before `bookableFrom`. */
      past: boolean
    }
  | {
      /**
       * `no_such_time`: the clocks skip it; `closed`: some of the visit lies outside the business's open time;
       * `not_working`: within it, but no candidates work throughout; `off_grid`: they do, but slots start elsewhere.
       */
      kind: 'no_such_time' | 'closed' | 'not_working' | 'off_grid'
    }

/**
 * Where one visit would go, by the rules of `slotsOfDay` and no others: exactly its slots are placed. Whether the
 * resources are taken is not looked at: the database decides that when the claims are written.
 */
export function placeVisit(_ask: VisitAsk & { startMinute: number; bookableFrom: EpochMinute }): Placement {
  throw new Error('unfinished')
}
