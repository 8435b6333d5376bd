import type { EpochMinute } from '../spans.ts'
import { minutesPerDay } from '../times.ts'
import type { ChoiceFinder, Chooser } from './choices.ts'
import { busy, free } from './fits.ts'
import { onePersonChooser } from './one-person.ts'
import { severalPeopleChooser } from './several-people.ts'
import { type Starts, startsOnGrid } from './starts.ts'
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
   * the clocks change during the visit. Of several candidates for the visit it is that of the
   * most preferred one.
   */
  endMinutes: number[]
  starts: EpochMinute[]
  states: SlotState[]
  /**
   * Who is free at a slot, given by its index. One person does all: those who are free, in order of
   * preference; else the professional of each line. Empty unless the slot is `free`.
   */
  peopleAt(index: number): readonly number[]
}

/** All slots of the day; those before `bookableFrom` are `past`, busy or not (D13). */
export function slotsOfDay(input: VisitRequest & { bookableFrom: EpochMinute }): DaySlots {
  const { indexes, finder, ...slots } = findSlots(visitDay(input), input.bookableFrom)
  return {
    ...slots,
    peopleAt(index) {
      if (slots.states[index] !== 'free') return []
      const choices = finder.allFree(indexes[index] as number)
      return input.plan.onePerson
        ? choices.map(({ professionalIds }) => professionalIds[0] as number)
        : (choices[0]?.professionalIds ?? [])
    },
  }
}

export interface FoundSlots extends Omit<DaySlots, 'peopleAt'> {
  /** The index of each slot's start for the finder. */
  indexes: number[]
  finder: ChoiceFinder
}

/**
 * The only way to a slot: what is offered, and what is placed, comes from here.
 *
 * @param only a wall-clock minute: other slots are left out
 */
export function findSlots(visit: VisitDay, bookableFrom: EpochMinute, only?: number): FoundSlots {
  const { leading, shortestMinutes, at } = chooserOf(visit)
  const starts: Starts =
    shortestMinutes > minutesPerDay
      ? { minutes: [], instants: [] }
      : startsOnGrid(visit, leading, shortestMinutes, only)
  const finder = at(starts, true)
  const slots: FoundSlots = {
    startMinutes: [],
    endMinutes: [],
    starts: [],
    states: [],
    indexes: [],
    finder,
  }
  for (let index = 0; index < starts.instants.length; index++) {
    const start = starts.instants[index] as EpochMinute
    const isPast = start < bookableFrom
    const choice = isPast ? null : finder.first(index, free)
    const possible = choice ?? finder.first(index, busy)
    if (possible === null) continue
    slots.startMinutes.push(starts.minutes[index] as number)
    slots.endMinutes.push(endMinute(visit, start + possible.lengthMinutes))
    slots.starts.push(start)
    slots.states.push(isPast ? 'past' : choice === null ? 'busy' : 'free')
    slots.indexes.push(index)
  }
  return slots
}

export const chooserOf = (visit: VisitDay): Chooser =>
  visit.plan.onePerson ? onePersonChooser(visit) : severalPeopleChooser(visit)

/** When the clocks skip midnight, the last visit of the day ends at 24:00, not on the next day. */
function endMinute({ steadyMidnight, zone, day }: VisitDay, end: EpochMinute): number {
  if (steadyMidnight !== null) return end - steadyMidnight
  const local = zone.toLocal(end)
  return local.day > day ? minutesPerDay : local.minute
}
