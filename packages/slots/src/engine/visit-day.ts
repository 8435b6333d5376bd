import type { EpochDay } from '../days.ts'
import { instantsFrom, instantsOf } from '../instants.ts'
import type { EpochMinute, LocalSpan, SpanList } from '../spans.ts'
import { openTime, workingDay } from '../working-day.ts'
import type { Zone } from '../zones.ts'
import type { Segment, VisitRequest } from './visit-plan.ts'

/** A plan on a date, with working time converted to instants once for any number of starts. */
export interface VisitDay {
  day: EpochDay
  zone: Zone
  /** The instant of minute 0, when minute n is n minutes later on this day; else null. */
  steadyMidnight: EpochMinute | null
  slotIntervalMinutes: number
  /** From the visit's start to the end of its last segment. */
  lengthMinutes: number
  open: SpanList
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
  stretches: SpanList
  busy: SpanList
}

/** @throws RangeError for a plan without segments, or with a resource that is not in `resources` */
export function visitDay(input: VisitRequest): VisitDay {
  const { business, plan, day } = input
  const { zone, slotIntervalMinutes } = business
  const steadyMidnight = zone.steadyMidnight(day)
  const toInstants = (spans: readonly LocalSpan[]): SpanList =>
    steadyMidnight === null ? instantsOf(zone, day, spans) : instantsFrom(steadyMidnight, spans)
  const segments = plan.segments.map((segment) => segmentDay(input, segment, toInstants))
  const leading = segments[0]
  if (leading === undefined) throw new RangeError('A visit plan has at least one segment')
  let lengthMinutes = 0
  for (const segment of segments)
    lengthMinutes = Math.max(lengthMinutes, segment.offsetMinutes + segment.lengthMinutes)
  const open = toInstants(openTime(business, day).open)
  return { day, zone, steadyMidnight, slotIntervalMinutes, lengthMinutes, open, segments, leading }
}

/** The instant of a wall-clock minute of the day; null for one that the clocks skip. */
export const instantOf = (
  { zone, day, steadyMidnight }: VisitDay,
  minute: number,
): EpochMinute | null =>
  steadyMidnight === null ? zone.toInstant(day, minute) : steadyMidnight + minute

function segmentDay(
  request: VisitRequest,
  { offsetMinutes, lengthMinutes, candidates }: Segment,
  toInstants: (spans: readonly LocalSpan[]) => SpanList,
): SegmentDay {
  return {
    offsetMinutes,
    lengthMinutes,
    candidates: candidates.map((id) => candidateDay(request, id, toInstants)),
  }
}

function candidateDay(
  { business, resources, day }: VisitRequest,
  resourceId: number,
  toInstants: (spans: readonly LocalSpan[]) => SpanList,
): CandidateDay {
  const resource = resources.get(resourceId)
  if (resource === undefined)
    throw new RangeError(`The visit plan names resource ${resourceId}, which is not described`)
  const { shifts, stretches } = workingDay(business, resource.calendar, day)
  return { resourceId, shifts, stretches: toInstants(stretches), busy: resource.busy }
}
