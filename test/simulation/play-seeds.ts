import { endFile } from '../support/at-end.ts'
import { failureReport } from './report.ts'
import { shrink, stepsBefore } from './shrink.ts'
import { type SimulationInput, type SimulationResult, simulate } from './simulate.ts'
import { openWorld, type World } from './world.ts'

/** How many steps a salon lives through where nothing else is given. */
export const defaultSteps = 40

export interface SeedsInput {
  /** The first seed. */
  seed: number
  seeds: number
  steps: number
  keep: readonly number[] | null
  /** Whether a failure is reduced to the fewest steps. */
  shrinks: boolean
}

/** Each seed adds rows, and objects of the fake Stripe; a new world starts without them. */
const seedsPerWorld = 200

/**
 * Plays one seed after the other.
 *
 * @param onSeed called after each seed; the report of a failure is empty when there is none
 */
export async function playSeeds(
  { seed: first, seeds, steps, keep, shrinks }: SeedsInput,
  onSeed: (seed: number, result: SimulationResult, report: string) => void,
): Promise<void> {
  for (let seed = first; seed < first + seeds; seed++) {
    if (seed > first && (seed - first) % seedsPerWorld === 0) await endFile()
    const input: SimulationInput = { seed, steps, keep }
    const world = await openWorld()
    const result = await simulate(world, input)
    onSeed(seed, result, result.failure ? await report(world, input, result, shrinks) : '')
  }
}

async function report(
  world: World,
  input: SimulationInput,
  failed: SimulationResult,
  shrinks: boolean,
): Promise<string> {
  const fewest = shrinks
    ? await shrink((fewer) => simulate(world, fewer), input, failed)
    : { keep: stepsBefore(input, failed), result: failed }
  return failureReport(input, failed, fewest)
}
