import type { EpochMinute } from '../spans.ts'
import { minutesPerDay } from '../times.ts'
import { resourceChooser } from './choose-resources.ts'
import { busy, fitsOfVisit, free, startsOnGrid } from './starts.ts'
import { type VisitDay, visitDay } from './visit-day.ts'
import type { VisitRequest } from './visit-plan.ts'

export type SlotState = 'free' | 'busy' | 'past'

/**
 * The starts that the rules allow on a day, ascending, as parallel lists: an object for each slot
 * would cost more than finding it.
 */
export interface DaySlots {
  /** Wall-clock minutes. */
  startMinutes: number[]
  /**
   * The wall-clock time of the end, 1440 at the end of the day. It differs from start + length when
   * the clocks change during the visit.
   */
  endMinutes: number[]
  starts: EpochMinute[]
  states: SlotState[]
  /** The resource chosen for each segment when `free`, else null. */
  choices: (readonly number[] | null)[]
}

/** All slots of the day; those before `bookableFrom` are `past`, busy or not (D13). */
export const slotsOfDay = (input: VisitRequest & { bookableFrom: EpochMinute }): DaySlots =>
  findSlots(visitDay(input), input.bookableFrom)

/**
 * The only way to a slot: what is offered, and what is placed, comes from here.
 *
 * @param only a wall-clock minute: other slots are left out
 */
export function findSlots(visit: VisitDay, bookableFrom: EpochMinute, only?: number): DaySlots {
  const { segments, lengthMinutes } = visit
  const { minutes, instants } = startsOnGrid(visit, only)
  const choose = resourceChooser(segments, fitsOfVisit(visit, { minutes, instants }))
  const slots: DaySlots = { startMinutes: [], endMinutes: [], starts: [], states: [], choices: [] }
  for (let index = 0; index < instants.length; index++) {
    const start = instants[index] as EpochMinute
    const isPast = start < bookableFrom
    const choice = isPast ? null : choose(index, free)
    if (choice === null && choose(index, busy) === null) continue
    slots.startMinutes.push(minutes[index] as number)
    slots.endMinutes.push(endMinute(visit, start + lengthMinutes))
    slots.starts.push(start)
    slots.states.push(isPast ? 'past' : choice === null ? 'busy' : 'free')
    slots.choices.push(choice)
  }
  return slots
}

/** When the clocks skip midnight, the last visit of the day ends at 24:00, not on the next day. */
function endMinute({ steadyMidnight, zone, day }: VisitDay, end: EpochMinute): number {
  if (steadyMidnight !== null) return end - steadyMidnight
  const local = zone.toLocal(end)
  return local.day > day ? minutesPerDay : local.minute
}
