import {
  type BusyTime,
  type EpochMinute,
  longestBuffer,
  overlapping,
  type Span,
  type VisitPlan,
} from '@silla/slots'
import type { DayInputs } from '../day-cache.ts'

/**
 * The busy time of a day, and how much of the day is past. Visits end within the day on which they
 * begin; their buffers may reach into the next one.
 *
 * @param busy of the resources of the plan, always in the same order
 * @param day from midnight to midnight
 */
export function dayInputs(
  plan: VisitPlan,
  busy: BusyTime,
  { start, end }: Span,
  bookableFrom: EpochMinute,
): DayInputs {
  // slots of earlier days are all past, those of later days are not
  const inputs = [Math.min(Math.max(bookableFrom, start), end)]
  const until = end + longestBuffer(plan)
  for (const spans of busy.values()) {
    for (const minute of overlapping(spans, start, until)) inputs.push(minute)
    inputs.push(noSpan)
  }
  return inputs
}

/** Ends the list of a resource; spans of 1970 do not occur. */
const noSpan = 0
