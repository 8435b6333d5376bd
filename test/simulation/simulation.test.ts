import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSteps, playSeeds } from './play-seeds.ts'
import { simulate } from './simulate.ts'
import { openWorld } from './world.ts'

/** What happens in these seeds, unless the simulation no longer tries it. */
const happenings = [
  /books .*: ok/,
  /books .* with points: ok/,
  /at once, .*: .*ok/,
  /with anyone on .*: ok B\d+ by Professional \d$/m,
  /with anyone on .*: SLOT_NOT_AVAILABLE$/m,
  /: ok B\d+ by Professional \d,Professional \d/,
  /: BUSINESS_CLOSED$/m,
  /: TOO_SOON$/m,
  /: INVALID_TRANSITION$/m,
  /: OUT_OF_STOCK$/m,
  /is cancelled .*: ok/,
  /Walk-in .*: ok/,
  /holds .*: ok H/,
  /with H\d+: ok/,
  /H\d+ is extended: ok/,
  /is moved .* with Professional \d: ok$/m,
  /is moved .*, simulated: ok$/m,
  /is moved .*: ok, where it is/,
  /: RESCHEDULE_DEADLINE_PASSED$/m,
  /: RESCHEDULE_LIMIT_REACHED$/m,
  /is blocked .*: ok/,
  /is blocked .*: SLOT_NOT_AVAILABLE/,
  /card 4242424242424242: succeeded/,
  /pay B\d+ .*: POLICY_CHANGED$/m,
  / has now .*: ok$/m,
  / has now .*: (SLOT_NOT_AVAILABLE|PROFESSIONAL_NOT_AVAILABLE|BUSINESS_CLOSED)$/m,
  / has now .*: CANNOT_CHANGE_LINES$/m,
  /has arrived: ok/,
  /times every \d weeks: ok B\d+,B/,
  /B\d+,B\d+ are cancelled together: ok/,
  /is ill on .*cancelled, /,
  /is ill on .*moved/,
  /day off saved/,
  /day off WOULD_ORPHAN_BOOKINGS/,
  /are taken for B\d+: ok/,
  /are taken for O\d+: ok/,
  /a card is left for .*: ok, card \d+: succeeded, confirm the card: ok/,
  /a card is left for .*: POLICY_CHANGED/,
  /which ends early: succeeded, confirm the card: CARD_EXPIRES_TOO_EARLY/,
  /the bank authenticates a card: succeeded/,
  /a fee \(no_show\) .*: ok/,
  /a fee \(late_cancel\) .*: ok/,
  /pays \d+ cents for the fee of .*: ok, card .*: succeeded/,
  /twice at once, .* are taken for .*: AMOUNT_MISMATCH, ok/,
  /T\d+ is reversed: ok/,
  /are sold to .*: ok O/,
  /events arrive/,
  /worker late/,
  /worker stopped/,
  /\(processor: /,
]

/**
 * Chosen from the seeds 74 to 133, in which all of that happens but a fee that the bank wants to authenticate, for which
 * there is 475. Where a change of the simulation makes other things happen, play more
 * (`npm run simulate -- --seeds 50 --trace`) and choose again.
 */
const seeds = [76, 79, 80, 84, 87, 88, 94, 98, 100, 105, 109, 110, 125, 475]

const traces = new Map<number, string[]>()

test('random salons behave as the model says', async () => {
  const reports: string[] = []
  for (const seed of seeds) {
    const input = { seed, seeds: 1, steps: defaultSteps, keep: null, shrinks: true }
    await playSeeds(input, (_, { trace }, report) => {
      if (report) reports.push(report)
      traces.set(
        seed,
        trace.map(({ text }) => text),
      )
    })
  }
  assert.equal(reports.join('\n\n'), '')
  const all = [...traces.values()].flat().join('\n')
  assert.deepEqual(
    happenings.filter((each) => !each.test(all)),
    [],
  )
})

test('a seed plays the same salon each time', async () => {
  const [seed = 0] = seeds
  const { trace } = await simulate(await openWorld(), { seed, steps: defaultSteps, keep: null })
  assert.deepEqual(
    trace.map(({ text }) => text),
    traces.get(seed),
  )
})
