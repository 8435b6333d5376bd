import {
  type EpochDay,
  type EpochMinute,
  overlapping,
  type Resources,
  type Zone,
} from '@silla/slots'
import type { DayInputs } from '../day-cache.ts'

/**
 * The busy time of a day, and how much of the day is past.
 *
 * @param resources of the plan, always in the same order
 */
export function dayInputs(
  zone: Zone,
  resources: Resources,
  bookableFrom: EpochMinute,
  day: EpochDay,
): DayInputs {
  const start = zone.toEdge(day, 0)
  const end = zone.toEdge(day + 1, 0)
  // slots of earlier days are all past, those of later days are not
  const inputs: number[] = [Math.min(Math.max(bookableFrom, start), end)]
  for (const { busy } of resources.values()) inputs.push(...overlapping(busy, start, end), noSpan)
  return inputs
}

/** Ends the list of a resource; spans of 1970 do not occur. */
const noSpan = 0
