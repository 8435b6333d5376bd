export {
  type BusinessCalendar,
  businessCalendar,
  type Closing,
  type OpeningHours,
  type ResourceCalendar,
  resourceCalendar,
} from './calendars.ts'
export { addMonths, type EpochDay, formatDate, parseDate, weekdayOf } from './days.ts'
export { type Placement, placeVisit } from './engine/place-visit.ts'
export { type DaySlots, type SlotState, slotsOfDay } from './engine/slots-of-day.ts'
export type { ResourceClaim, VisitCandidate, VisitCandidateLine } from './engine/visit-candidate.ts'
export {
  type BusyTime,
  longestBuffer,
  resourcesOf,
  type ServiceTerms,
  type VisitPlan,
  type VisitRequest,
} from './engine/visit-plan.ts'
export { workingSpans } from './phases.ts'
export {
  type EpochMinute,
  type LocalSpan,
  overlapping,
  type Span,
  type SpanList,
  searchEndingFrom,
} from './spans.ts'
export { formatSpan, formatTime, minutesPerDay, parseSpan, parseTime } from './times.ts'
export {
  isOpenTime,
  isWorkingTime,
  kindOfDay,
  openTime,
  type WorkingDay,
  workingDay,
} from './working-day.ts'
export { isTimeZone, wallClock, type Zone, zoneOf } from './zones.ts'
