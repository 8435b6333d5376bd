import {
  type BusyTime,
  type EpochMinute,
  longestBuffer,
  overlapping,
  type Span,
  searchEndingFrom,
  type VisitPlan,
} from '@silla/slots'
import type { DayInputs } from '../day-cache.ts'

/** Of one day, all of what its slots depend on besides the catalogue and the plan. */
export interface DayState {
  busy: BusyTime
  /** From midnight to midnight, and the longest buffer after it. */
  window: Span
  /** Slots before it are past. */
  bookableFrom: EpochMinute
}

/**
 * How the days of a range depend on the busy time of the resources of a plan, always in the same
 * order. Visits end within the day on which they begin; their buffers may reach into the next one.
 *
 * @returns the state of a day, from midnight to midnight
 */
export function dayStates(
  plan: VisitPlan,
  busy: BusyTime,
  bookableFrom: EpochMinute,
): (day: Span) => DayState {
  const bufferMinutes = longestBuffer(plan)
  return ({ start, end }) => ({
    busy,
    window: { start, end: end + bufferMinutes },
    // slots of earlier days are all past, those of later days are not
    bookableFrom: Math.min(Math.max(bookableFrom, start), end),
  })
}

/** What the cache stores of a state: days with equal inputs have the same slots. */
export function dayInputs({ busy, window, bookableFrom }: DayState): DayInputs {
  const inputs = [bookableFrom]
  for (const spans of busy.values())
    inputs.push(...overlapping(spans, window.start, window.end), noSpan)
  return inputs
}

/** Whether a state has these inputs. Nearly every day of a range is found, so none is written. */
export function hasInputs({ busy, window, bookableFrom }: DayState, inputs: DayInputs): boolean {
  if (inputs[0] !== bookableFrom) return false
  let next = 1
  for (const spans of busy.values()) {
    let at = searchEndingFrom(spans, window.start + 1)
    for (; at < spans.length && (spans[at] as number) < window.end; at += 2) {
      if (inputs[next++] !== spans[at] || inputs[next++] !== spans[at + 1]) return false
    }
    if (inputs[next++] !== noSpan) return false
  }
  return next === inputs.length
}

/** Ends the list of a resource; spans of 1970 do not occur. */
const noSpan = 0
