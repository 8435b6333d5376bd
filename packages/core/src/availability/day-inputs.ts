import { type EpochMinute, overlapping, type Resources, type Span } from '@silla/slots'
import type { DayInputs } from '../day-cache.ts'

/**
 * The busy time of a day, and how much of the day is past.
 *
 * @param resources of the plan, always in the same order
 * @param day from midnight to midnight
 */
export function dayInputs(
  resources: Resources,
  { start, end }: Span,
  bookableFrom: EpochMinute,
): DayInputs {
  // slots of earlier days are all past, those of later days are not
  const inputs = [Math.min(Math.max(bookableFrom, start), end)]
  for (const { busy } of resources.values()) {
    for (const minute of overlapping(busy, start, end)) inputs.push(minute)
    inputs.push(noSpan)
  }
  return inputs
}

/** Ends the list of a resource; spans of 1970 do not occur. */
const noSpan = 0
