import { contains, type EpochMinute } from '../spans.ts'
import { minutesPerDay } from '../times.ts'
import { busy } from './fits.ts'
import { chooserOf, findSlots } from './slots-of-day.ts'
import type { VisitCandidate } from './visit-candidate.ts'
import { instantOf, type VisitDay, visitDay } from './visit-day.ts'
import type { VisitRequest } from './visit-plan.ts'

export type Placement =
  | {
      kind: 'placed'
      /**
       * One for each professional who is free, in order of preference; with several people the best
       * one alone.
       */
      candidates: VisitCandidate[]
      /** The start is before `bookableFrom`. */
      past: boolean
    }
  | {
      /**
       * The first that applies (D15). `no_such_time`: the clocks skip it; `closed`: part of the visit
       * is outside the open time of the business; `too_long`: it takes more than 24 hours;
       * `not_working`: it is within the open time but not within the working time of the
       * professionals; `off_grid`: no slot starts at that time; `taken`: there is a slot, which is
       * not free.
       */
      kind: 'no_such_time' | 'closed' | 'too_long' | 'not_working' | 'off_grid' | 'taken'
    }

/**
 * Places one visit: a start is placed exactly when it is one of the free slots of its day, as far as
 * busy time was read. Between two visits for the same time the database decides, when the claims are
 * inserted.
 */
export function placeVisit(
  input: VisitRequest & { startMinute: number; bookableFrom: EpochMinute },
): Placement {
  const visit = visitDay(input)
  const { starts, states, indexes, finder } = findSlots(
    visit,
    Number.NEGATIVE_INFINITY,
    input.startMinute,
  )
  const [start] = starts
  if (start === undefined) return { kind: refusal(visit, input.startMinute) }
  if (states[0] !== 'free') return { kind: 'taken' }
  const candidates = finder.allFree(indexes[0] as number).map((choice) => choice.candidateAt(start))
  return { kind: 'placed', candidates, past: start < input.bookableFrom }
}

/** Why no slot starts at a minute. */
function refusal(visit: VisitDay, startMinute: number) {
  const start = instantOf(visit, startMinute)
  if (start === null) return 'no_such_time'
  const { shortestMinutes, at } = chooserOf(visit)
  if (!contains(visit.open, start, start + shortestMinutes)) return 'closed'
  if (shortestMinutes > minutesPerDay) return 'too_long'
  const finder = at({ minutes: [startMinute], instants: [start] }, false)
  return finder.first(0, busy) === null ? 'not_working' : 'off_grid'
}
