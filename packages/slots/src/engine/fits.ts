import { type EpochMinute, firstEndingFrom, type SpanList, searchEndingFrom } from '../spans.ts'

/** How something fits at a start: it does not, it would if nothing were taken, or it does. */
export type Fit = typeof unfit | typeof busy | typeof free
export const unfit = 0
export const busy = 1
export const free = 2

/**
 * Whether from..until, in minutes after a start, lies within one of the stretches and is not taken,
 * for each start. Starts, stretches and taken spans are sorted, so one sweep passes each of them
 * once.
 */
export function fitsDuring(
  stretches: SpanList,
  taken: SpanList,
  fromMinutes: number,
  untilMinutes: number,
  starts: readonly EpochMinute[],
): Fit[] {
  const fits: Fit[] = []
  let stretch = 0
  // the claims may be those of months
  let claim = searchEndingFrom(taken, (starts[0] ?? 0) + fromMinutes + 1)
  for (const start of starts) {
    const from = start + fromMinutes
    const until = start + untilMinutes
    stretch = firstEndingFrom(stretches, until, stretch)
    claim = firstEndingFrom(taken, from + 1, claim)
    const fitsIn = stretch < stretches.length && (stretches[stretch] as number) <= from
    const isTaken = claim < taken.length && (taken[claim] as number) < until
    fits.push(fitsIn ? (isTaken ? busy : free) : unfit)
  }
  return fits
}

/** The minimum of both for each start, in `fits`. */
export function restrict(fits: Fit[], others: readonly Fit[]): void {
  for (let index = 0; index < fits.length; index++) {
    const other = others[index] as Fit
    if (other < (fits[index] as Fit)) fits[index] = other
  }
}
