import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSteps } from './options.ts'
import { playSeeds } from './play-seeds.ts'
import { simulate } from './simulate.ts'
import { openWorld } from './world.ts'

/** What has to happen in fifty seeds; otherwise the simulation no longer tries it. */
const happenings = [
  /books .*: ok/,
  /books .* with points: ok/,
  /: SLOT_NOT_AVAILABLE$/m,
  /: BUSINESS_CLOSED$/m,
  /: PROFESSIONAL_NOT_AVAILABLE$/m,
  /: DATE_TOO_FAR$/m,
  /: TOO_SOON$/m,
  /: SERVICE_NOT_BOOKABLE$/m,
  /: INSUFFICIENT_POINTS$/m,
  /: CANCELLATION_DEADLINE_PASSED$/m,
  /: INVALID_TRANSITION$/m,
  /: OUT_OF_STOCK$/m,
  /becomes no_show: ok/,
  /succeeded, confirm: ok/,
  /: CARD_DECLINED/,
  /events are lost/,
  /the bank rejects a refund/,
  /a payment of .* is disputed/,
  /worker late/,
  /\(processor: /,
]

test('fifty random salons behave as the model says', async () => {
  const reports: string[] = []
  const lines: string[] = []
  const seeds = { seed: 1, seeds: 50, steps: defaultSteps, keep: null, shrinks: true }
  await playSeeds(seeds, (_, { trace }, report) => {
    if (report) reports.push(report)
    lines.push(...trace.map(({ text }) => text))
  })
  assert.equal(reports.join('\n\n'), '')
  const all = lines.join('\n')
  assert.deepEqual(
    happenings.filter((each) => !each.test(all)),
    [],
  )
})

test('a seed plays the same salon each time', async () => {
  const world = await openWorld()
  const input = { seed: 3, steps: defaultSteps, keep: null }
  const { trace } = await simulate(world, input)
  assert.deepEqual((await simulate(world, input)).trace, trace)
})
