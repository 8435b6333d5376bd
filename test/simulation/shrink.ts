import type { SimulationInput, SimulationResult } from './simulate.ts'

/** The fewest steps found that break the same promise, and what happens in them. */
export interface ShrunkFailure {
  keep: number[]
  result: SimulationResult
}

/**
 * Leaves out steps while the same promise is still broken: halves first, then smaller parts, at last
 * single steps.
 *
 * @param failed the result of the input, which has a failure
 */
export async function shrink(
  play: (input: SimulationInput) => Promise<SimulationResult>,
  input: SimulationInput,
  failed: SimulationResult,
): Promise<ShrunkFailure> {
  const promise = failed.failure?.promise
  let best = { keep: stepsBefore(input, failed), result: failed }
  for (let size = Math.ceil(best.keep.length / 2); size >= 1; size = Math.floor(size / 2)) {
    let from = 0
    while (from < best.keep.length) {
      const keep = best.keep.toSpliced(from, size)
      const result = await play({ ...input, keep })
      if (result.failure?.promise === promise) best = { keep, result }
      else from += size
    }
  }
  return best
}

/** The steps up to the failure; those after it cannot matter. */
export function stepsBefore(
  { steps, keep }: SimulationInput,
  { trace }: SimulationResult,
): number[] {
  const last = trace.at(-1)?.step ?? steps
  const all = keep ?? Array.from({ length: steps }, (_, index) => index + 1)
  return all.filter((step) => step <= last)
}
