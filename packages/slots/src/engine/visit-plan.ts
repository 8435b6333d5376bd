import type { BusinessCalendar, ResourceCalendar } from '../calendars.ts'
import type { EpochDay } from '../days.ts'
import type { Span } from '../spans.ts'

/** A part of a visit that occupies one resource: any one of the candidates, the first that fits. */
export interface Segment {
  /** Real minutes after the visit's start. */
  offsetMinutes: number
  lengthMinutes: number
  /** Resource ids in order of preference. */
  candidates: readonly number[]
}

/**
 * What a visit asks of the salon. The first segment leads: the visit starts on the grid of its
 * resource; the others only have to be at work and free. Segments that overlap in time never share
 * a resource.
 */
export interface VisitPlan {
  segments: readonly Segment[]
}

/** By resource id; every candidate of a plan must be there. */
export type Resources = ReadonlyMap<
  number,
  {
    calendar: ResourceCalendar
    /**
     * Sorted by start and disjoint, as the claims of one resource are; those that reach into the
     * day suffice.
     */
    busy: readonly Span[]
  }
>

/** A plan on a date. */
export interface VisitRequest {
  business: BusinessCalendar
  resources: Resources
  plan: VisitPlan
  day: EpochDay
}
