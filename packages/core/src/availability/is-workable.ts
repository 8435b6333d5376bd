import {
  type BusinessCalendar,
  type EpochMinute,
  isOpenTime,
  isWorkingTime,
  type ResourceCalendar,
  workingSpans,
} from '@silla/slots'

/**
 * Whether a professional can do a service of a visit at its time (D34): each working phase lies
 * within one stretch of their working time, and the whole service within the open time.
 */
export function isWorkable(
  business: BusinessCalendar,
  professional: ResourceCalendar,
  { start, phases }: { start: EpochMinute; phases: readonly number[] },
): boolean {
  const end = phases.reduce((at, minutes) => at + minutes, start)
  return (
    workingSpans(start, phases).every((span) => isWorkingTime(business, professional, span)) &&
    (phases.length === 1 || isOpenTime(business, { start, end }))
  )
}
