import type { Fit } from './starts.ts'
import type { SegmentDay } from './visit-day.ts'

/** How candidates fit, by segment, candidate and start. */
export type FitsOfVisit = readonly (readonly (readonly Fit[])[])[]

/**
 * Returns a function that chooses one resource for each segment of a visit: the first candidates
 * that fit at least so well at a start, such that segments which overlap in time do not share one.
 * It returns null when that is impossible. Starts are given by their index in the fits.
 */
export function resourceChooser(
  segments: readonly SegmentDay[],
  fits: FitsOfVisit,
): (start: number, least: Fit) => readonly number[] | null {
  const [only] = segments
  if (only !== undefined && segments.length === 1)
    return chooserOfOne(only, fits[0] as FitsOfVisit[number])
  return (start, least) => {
    const options: number[][] = []
    for (const [index, { candidates }] of segments.entries()) {
      const fitsOfCandidates = fits[index] as FitsOfVisit[number]
      const able = candidates.filter(
        (_, candidate) => fitOf(fitsOfCandidates, candidate, start) >= least,
      )
      // no combination can succeed
      if (able.length === 0) return null
      options.push(able.map(({ resourceId }) => resourceId))
    }
    return chooseRest(segments, options, [])
  }
}

/** With one segment nothing can overlap, so the first candidate that fits is chosen. */
function chooserOfOne(
  { candidates }: SegmentDay,
  fits: FitsOfVisit[number],
): (start: number, least: Fit) => readonly number[] | null {
  const choices = candidates.map(({ resourceId }) => [resourceId])
  return (start, least) => {
    for (let candidate = 0; candidate < choices.length; candidate++) {
      if (fitOf(fits, candidate, start) >= least) return choices[candidate] as number[]
    }
    return null
  }
}

const fitOf = (fits: FitsOfVisit[number], candidate: number, start: number): Fit =>
  (fits[candidate] as readonly Fit[])[start] as Fit

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
