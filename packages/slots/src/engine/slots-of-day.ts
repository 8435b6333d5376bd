import type { EpochMinute } from '../spans.ts'
import { minutesPerDay } from '../times.ts'
import { evaluate, freeResources, gridMinutes } from './rules.ts'
import { type VisitDay, visitDay } from './visit-day.ts'
import type { VisitRequest } from './visit-plan.ts'

/** A start that the rules allow, in wall-clock minutes and as instants. */
export interface Slot {
  startMinute: number
  /**
   * The wall-clock time of `end`, 1440 at the end of the day. It differs from startMinute + length
   * when the clocks change during the visit.
   */
  endMinute: number
  start: EpochMinute
  end: EpochMinute
  state: 'free' | 'busy' | 'past'
  /** The resource chosen for each segment when `free`, else empty. */
  resourceIds: number[]
}

/** All slots of the day by start; those before `bookableFrom` are `past`, busy or not (D13). */
export function slotsOfDay(input: VisitRequest & { bookableFrom: EpochMinute }): Slot[] {
  const visit = visitDay(input)
  const slots: Slot[] = []
  for (const startMinute of gridMinutes(visit)) {
    const verdict = evaluate(visit, startMinute)
    if (verdict.kind !== 'allowed') continue
    const { start, end } = verdict
    const isPast = start < input.bookableFrom
    const free = isPast ? null : freeResources(visit, startMinute, start)
    slots.push({
      startMinute,
      endMinute: endMinute(visit, end),
      start,
      end,
      state: isPast ? 'past' : free === null ? 'busy' : 'free',
      resourceIds: free ?? [],
    })
  }
  return slots
}

/** When the clocks skip midnight, the last visit of the day ends at 24:00, not on the next day. */
function endMinute(visit: VisitDay, end: EpochMinute): number {
  const local = visit.zone.toLocal(end)
  return local.day > visit.day ? minutesPerDay : local.minute
}
