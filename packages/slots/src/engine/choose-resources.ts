import type { Fit } from './starts.ts'
import type { SegmentDay } from './visit-day.ts'

/** How candidates fit, by segment, candidate and start. */
export type FitsOfVisit = readonly (readonly (readonly Fit[])[])[]

/**
 * Chooses one resource for each segment of a visit: the first candidates that fit at least so well
 * at a start, such that segments which overlap in time do not share one. Null when that is
 * impossible.
 *
 * @param start the index of the start in the fits
 */
export function chooseResources(
  segments: readonly SegmentDay[],
  fits: FitsOfVisit,
  start: number,
  least: Fit,
): number[] | null {
  const options: number[][] = []
  for (let segment = 0; segment < segments.length; segment++) {
    const { candidates } = segments[segment] as SegmentDay
    const fitsOfCandidates = fits[segment] as FitsOfVisit[number]
    const able: number[] = []
    for (let candidate = 0; candidate < candidates.length; candidate++) {
      if (((fitsOfCandidates[candidate] as readonly Fit[])[start] as Fit) < least) continue
      able.push((candidates[candidate] as { resourceId: number }).resourceId)
      // with one segment nothing can overlap, so the first is chosen
      if (segments.length === 1) return able
    }
    // no combination can succeed
    if (able.length === 0) return null
    options.push(able)
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
