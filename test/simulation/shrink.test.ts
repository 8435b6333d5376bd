import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRandom } from '../support/random.ts'
import { SimulationFailure } from './failure.ts'
import { randomSalon } from './random-salon.ts'
import { failureReport } from './report.ts'
import { shrink } from './shrink.ts'
import type { SimulationInput, SimulationResult } from './simulate.ts'

const input: SimulationInput = { seed: 7, steps: 30, keep: null }

/** Fails in step 21 when steps 3 and 8 were played, and otherwise in step 5. */
async function play({ keep, steps }: SimulationInput): Promise<SimulationResult> {
  const played = keep ?? Array.from({ length: steps }, (_, index) => index + 1)
  const failsAt = [3, 8, 21].every((step) => played.includes(step))
    ? { step: 21, failure: new SimulationFailure('no two bookings overlap', 'B1 and B2') }
    : { step: 5, failure: new SimulationFailure('stock follows the orders', 'Product 0') }
  const trace = played
    .filter((step) => step <= failsAt.step)
    .map((step) => ({ step, text: `step ${step}` }))
  return { plan: randomSalon(openRandom(input.seed)), trace, failure: failsAt.failure }
}

test('a failure is reduced to the steps without which the promise is kept', async () => {
  const { keep, result } = await shrink(play, input, await play(input))
  assert.deepEqual(keep, [3, 8, 21])
  assert.equal(result.failure?.promise, 'no two bookings overlap')
})

test('a failure is reported with its seed, its steps and the command to play it again', async () => {
  const failed = await play(input)
  const report = failureReport(input, failed, await shrink(play, input, failed))
  assert.match(report, /^Seed 7 of 30 steps: no two bookings overlap: B1 and B2$/m)
  assert.deepEqual(report.match(/step \d+$/gm), ['step 3', 'step 8', 'step 21'])
  assert.match(report, /^ {2}npm run simulate -- --seed 7 --steps 30 --only 3,8,21$/m)
})
