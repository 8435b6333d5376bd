import { openRandom } from '../support/random.ts'
import { checkBookings } from './checks/check-bookings.ts'
import { checkDeadlines } from './checks/check-deadlines.ts'
import { checkDesk } from './checks/check-desk.ts'
import { checkEnd } from './checks/check-end.ts'
import { checkFees } from './checks/check-fees.ts'
import { checkMoney } from './checks/check-money.ts'
import { checkPoints } from './checks/check-points.ts'
import { SimulationFailure } from './failure.ts'
import type { SalonPlan } from './model/plan.ts'
import { randomSalon } from './random-salon.ts'
import { readRows } from './rows.ts'
import { emptyStep, openSimulation, type Simulation } from './simulation.ts'
import { finish } from './steps/finish.ts'
import { steps } from './steps/steps.ts'
import type { World } from './world.ts'

export interface SimulationInput {
  seed: number
  steps: number
  /** Numbers of the steps to run; null: all. */
  keep: readonly number[] | null
}

export interface SimulationResult {
  plan: SalonPlan
  /** What happened, a line for each step. */
  trace: { step: number; text: string }[]
  failure: SimulationFailure | null
}

/**
 * Plays one salon. Every step draws from its own sequence, so that a step makes the same choices when
 * others are left out, as far as the salon still offers them.
 */
export async function simulate(world: World, input: SimulationInput): Promise<SimulationResult> {
  const { seed } = input
  const plan = randomSalon(openRandom(seed, 0))
  const trace: SimulationResult['trace'] = []
  const numbers = Array.from({ length: input.steps }, (_, index) => index + 1)
  let number = 0
  try {
    const simulation = await openSimulation(world, plan, openRandom(seed, 0, 1))
    for (number of numbers) {
      if (input.keep && !input.keep.includes(number)) continue
      const random = openRandom(seed, number)
      // the next request comes some seconds later
      world.api.clock.set(new Date(simulation.model.now() + random.integer(1, 20) * 1000))
      const step = random.weighted(steps.map((each) => [each.weight(simulation), each] as const))
      await runStep(
        simulation,
        () => step.run(simulation, random),
        (text) => trace.push({ step: number, text: `${localText(simulation)} ${text}` }),
      )
    }
    number = input.steps + 1
    await finish(simulation, openRandom(seed, number), (work) =>
      runStep(simulation, work, () => {}),
    )
    await checkEnd(simulation, simulation.rows)
    return { plan, trace, failure: null }
  } catch (error) {
    const failure =
      error instanceof SimulationFailure
        ? error
        : new SimulationFailure('nothing fails unexpectedly', (error as Error).stack ?? '')
    trace.push({ step: number, text: failure.message })
    return { plan, trace, failure }
  }
}

async function runStep(
  simulation: Simulation,
  work: () => Promise<string>,
  report: (text: string) => void,
): Promise<void> {
  simulation.step = emptyStep(simulation.model.now())
  report(await work())
  simulation.processor.noteCharges(simulation.model.now())
  const before = simulation.rows
  simulation.rows = await readRows(simulation.world, simulation.salon.businessId)
  const after = simulation.rows
  simulation.model.canCharge = after.canCharge === true
  checkBookings(simulation, before, after)
  checkPoints(simulation, before, after)
  checkMoney(simulation, before, after)
  checkFees(simulation, before, after)
  checkDesk(simulation, after)
  checkDeadlines(simulation, after)
}

/** The salon's date and time. */
const localText = ({ model }: Simulation): string =>
  Temporal.Instant.fromEpochMilliseconds(model.now())
    .toZonedDateTimeISO(model.plan.timezone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
    .replace('T', ' ')
