import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextPass } from 'node:timers/promises'
import { openSlices } from '../../packages/core/src/slices.ts'

/** A computation of steps that take a millisecond each, and a log of them. */
async function compute(name: string, steps: number, log: string[]): Promise<void> {
  let now = 0
  const slices = openSlices(() => now)
  for (let step = 0; step < steps; step++) {
    const pause = slices.pause()
    if (pause !== undefined) await pause
    log.push(name)
    now += 1
  }
}

test('a computation gives way after two milliseconds, and a short one never waits', async () => {
  const log: string[] = []
  const long = compute('long', 5, log)
  void compute('short', 2, log)
  assert.deepEqual(log, ['long', 'long', 'short', 'short'])
  await nextPass()
  log.push('another request')
  await long
  assert.deepEqual(log.slice(4), ['long', 'long', 'another request', 'long'])
})

test('long computations take turns, one slice in each pass of the event loop', async () => {
  const log: string[] = []
  const both = [compute('a', 6, log), compute('b', 4, log)]
  const passes = (async () => {
    for (let pass = 0; pass < 3; pass++) {
      await nextPass()
      log.push('|')
    }
  })()
  await Promise.all([...both, passes])
  assert.equal(log.join(''), 'aabbaa|bb|aa|')
})
