import type { BusinessCalendar, ResourceCalendar } from '../calendars.ts'
import type { EpochDay } from '../days.ts'
import type { SpanList } from '../spans.ts'

/** How one professional carries out one service. */
export interface ServiceTerms {
  professionalId: number
  /**
   * Minutes of work, wait, work and so on, an odd number of them: `[30]` is unbroken work. In a wait
   * the professional may serve somebody else, the customer stays (D34).
   */
  phases: readonly number[]
  /** Minutes after the service that hold the professional and the units (D34). */
  bufferMinutes: number
  /**
   * Of each resource type that the service needs, its units in order of preference (D35). Types have
   * no units in common.
   */
  units: readonly (readonly number[])[]
}

/** The services of a visit, one after the other. */
export interface VisitPlan {
  /** Of each service the terms of those who may do it, in order of preference. */
  lines: readonly (readonly ServiceTerms[])[]
  /** One professional carries out all lines; else each line may have another one (D33). */
  onePerson: boolean
}

/** What is taken, by the id of a resource: a professional or a unit. */
export type BusyTime = ReadonlyMap<number, SpanList>

/** A plan on a date. */
export interface VisitRequest {
  business: BusinessCalendar
  /** By id; at least those of the plan. */
  professionals: ReadonlyMap<number, ResourceCalendar>
  /**
   * Of each resource of the plan at least all spans that overlap the day and the longest buffer
   * after it. null: it was not read, and nothing counts as taken.
   */
  busy: BusyTime | null
  plan: VisitPlan
  day: EpochDay
}

/** The ids of the professionals of a plan and of the units that it may use, each once. */
export function resourcesOf({ lines }: VisitPlan): {
  professionalIds: number[]
  unitIds: number[]
} {
  const professionals = new Set<number>()
  const units = new Set<number>()
  for (const line of lines) {
    for (const terms of line) {
      professionals.add(terms.professionalId)
      for (const ofType of terms.units) for (const id of ofType) units.add(id)
    }
  }
  return { professionalIds: [...professionals], unitIds: [...units] }
}

/** How long a visit may hold resources after its end. */
export function longestBuffer({ lines }: VisitPlan): number {
  let longest = 0
  for (const line of lines)
    for (const { bufferMinutes } of line) longest = Math.max(longest, bufferMinutes)
  return longest
}

/** How long a service takes, waits included and the buffer excluded. */
export function lengthOf({ phases }: ServiceTerms): number {
  let minutes = 0
  for (const phase of phases) minutes += phase
  return minutes
}
