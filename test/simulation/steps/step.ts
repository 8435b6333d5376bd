import type { Random } from '../../support/random.ts'
import type { Simulation } from '../simulation.ts'

/** Something that happens to a salon. */
export interface Step {
  name: string
  /** How often it is chosen; 0 where it makes no sense. */
  weight(simulation: Simulation): number
  /**
   * Chooses the details, predicts the outcome from the model, and compares.
   *
   * @returns what happened, for the report of a failure: no ids
   */
  run(simulation: Simulation, random: Random): Promise<string>
}
