import type { EpochMinute } from '../spans.ts'
import type { CandidateDay, SegmentDay } from './visit-day.ts'

export type Fits = (
  candidate: CandidateDay,
  from: EpochMinute,
  until: EpochMinute,
  segment: SegmentDay,
) => boolean

/**
 * Chooses one resource for each segment of a visit that starts at `start`: the first candidates
 * that fit, such that segments which overlap in time do not share one. Null when that is
 * impossible.
 */
export function chooseResources(
  segments: readonly SegmentDay[],
  start: EpochMinute,
  fits: Fits,
): number[] | null {
  const options: number[][] = []
  for (const segment of segments) {
    const from = start + segment.offsetMinutes
    const until = from + segment.lengthMinutes
    const fitting: number[] = []
    for (const candidate of segment.candidates) {
      if (!fits(candidate, from, until, segment)) continue
      fitting.push(candidate.resourceId)
      // with one segment nothing can overlap, so the first is chosen
      if (segments.length === 1) return fitting
    }
    // no combination can succeed
    if (fitting.length === 0) return null
    options.push(fitting)
  }
  return chooseRest(segments, options, [])
}

/** Extends a choice for the first segments to all of them, by backtracking. */
function chooseRest(
  segments: readonly SegmentDay[],
  options: readonly number[][],
  chosen: readonly number[],
): number[] | null {
  const next = chosen.length
  if (next === segments.length) return [...chosen]
  for (const resourceId of options[next] as number[]) {
    if (isTakenByOther(segments, chosen, resourceId)) continue
    const whole = chooseRest(segments, options, [...chosen, resourceId])
    if (whole !== null) return whole
  }
  return null
}

/** Whether the resource is already chosen for a segment that overlaps the next one. */
function isTakenByOther(
  segments: readonly SegmentDay[],
  chosen: readonly number[],
  resourceId: number,
): boolean {
  const next = segments[chosen.length] as SegmentDay
  return chosen.some(
    (taken, index) => taken === resourceId && overlap(segments[index] as SegmentDay, next),
  )
}

function overlap(a: SegmentDay, b: SegmentDay): boolean {
  return (
    a.offsetMinutes < b.offsetMinutes + b.lengthMinutes &&
    b.offsetMinutes < a.offsetMinutes + a.lengthMinutes
  )
}
