import type { EpochDay } from '../days.ts'
import type { LocalSpan, Span } from '../spans.ts'
import { openTime, workingDay } from '../working-day.ts'
import type { Zone } from '../zones.ts'
import type { Segment, VisitRequest } from './visit-plan.ts'

/** A plan on a date, with working time converted to instants once for any number of starts. */
export interface VisitDay {
  day: EpochDay
  zone: Zone
  slotIntervalMinutes: number
  /** From the visit's start to the end of its last segment. */
  lengthMinutes: number
  open: readonly Span[]
  segments: readonly SegmentDay[]
  /** The first segment: the visit starts on the grid of the resource that is chosen for it. */
  leading: SegmentDay
}

export interface SegmentDay {
  offsetMinutes: number
  lengthMinutes: number
  candidates: readonly CandidateDay[]
}

export interface CandidateDay {
  resourceId: number
  shifts: readonly LocalSpan[]
  stretches: readonly Span[]
  busy: readonly Span[]
}

/** @throws RangeError for a plan without segments, or with a resource that is not in `resources` */
export function visitDay(input: VisitRequest): VisitDay {
  const { business, plan, day } = input
  const segments = plan.segments.map((segment) => segmentDay(input, segment))
  const leading = segments[0]
  if (leading === undefined) throw new RangeError('A visit plan has at least one segment')
  return {
    day,
    zone: business.zone,
    slotIntervalMinutes: business.slotIntervalMinutes,
    lengthMinutes: Math.max(
      ...segments.map((segment) => segment.offsetMinutes + segment.lengthMinutes),
    ),
    open: instants(business.zone, day, openTime(business, day).open),
    segments,
    leading,
  }
}

function segmentDay(
  request: VisitRequest,
  { offsetMinutes, lengthMinutes, candidates }: Segment,
): SegmentDay {
  return {
    offsetMinutes,
    lengthMinutes,
    candidates: candidates.map((id) => candidateDay(request, id)),
  }
}

function candidateDay(
  { business, resources, day }: VisitRequest,
  resourceId: number,
): CandidateDay {
  const resource = resources.get(resourceId)
  if (resource === undefined)
    throw new RangeError(`The visit plan names resource ${resourceId}, which is not described`)
  const { shifts, stretches } = workingDay(business, resource.calendar, day)
  return {
    resourceId,
    shifts,
    stretches: instants(business.zone, day, stretches),
    busy: resource.busy,
  }
}

/**
 * Two stretches become one when the clocks skip the time between them; a skipped stretch becomes
 * empty.
 */
function instants(zone: Zone, day: EpochDay, stretches: readonly LocalSpan[]): Span[] {
  const spans: Span[] = []
  for (const { startMinute, endMinute } of stretches) {
    const start = zone.toEdge(day, startMinute)
    const end = zone.toEdge(day, endMinute)
    const last = spans.at(-1)
    if (last?.end === start) last.end = end
    else spans.push({ start, end })
  }
  return spans
}
