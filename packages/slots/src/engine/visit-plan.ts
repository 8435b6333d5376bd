import type { BusinessCalendar, ResourceCalendar } from '../calendars.ts'
import type { EpochDay } from '../days.ts'
import type { SpanList } from '../spans.ts'

/** A part of a visit that needs one resource: the first of the candidates that fits. */
export interface Segment {
  /** Real minutes after the visit's start. */
  offsetMinutes: number
  lengthMinutes: number
  /** Resource ids in order of preference. */
  candidates: readonly number[]
}

/**
 * The resources that a visit needs. The first segment is the leading one: the visit starts on the
 * grid of its resource; the others only have to be working and free. Segments that overlap in time
 * never share a resource.
 */
export interface VisitPlan {
  segments: readonly Segment[]
}

/** By resource id; must contain every candidate of the plan. */
export type Resources = ReadonlyMap<
  number,
  {
    calendar: ResourceCalendar
    /** At least all spans that overlap the day. */
    busy: SpanList
  }
>

/** A plan on a date. */
export interface VisitRequest {
  business: BusinessCalendar
  resources: Resources
  plan: VisitPlan
  day: EpochDay
}
