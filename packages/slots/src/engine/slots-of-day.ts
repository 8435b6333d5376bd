import type { EpochMinute } from '../spans.ts'
import type { VisitAsk } from './visit-plan.ts'

/** One start that the rules allow, in wall-clock minutes and as instants. */
export interface Slot {
  startMinute: number
  /** What the clocks show at `end`, 1440 at the day's end; not startMinute + length where the clocks change. */
  endMinute: number
  start: EpochMinute
  end: EpochMinute
  state: 'free' | 'busy' | 'past'
  /** The resource chosen for each segment when free, else empty. */
  resourceIds: number[]
}

/** Every slot of the day by start; those before `bookableFrom` are `past`, busy or not (D13). */
export function slotsOfDay(_ask: VisitAsk & { bookableFrom: EpochMinute }): Slot[] {
  throw new Error('unfinished')
}
