import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  openRefusalPace,
  type RefusalPaceLimits,
} from '../../../services/api/src/limits/refusal-pace.ts'
import { createTurns } from '../../../services/api/src/scheduling/turns.ts'

/** A pace whose ticks the test starts, and what was refused since the last look. */
function openPace(limits: Partial<RefusalPaceLimits>) {
  let startTick = () => {}
  const pace = openRefusalPace(
    createTurns(() => 0),
    limits,
    (_milliseconds, task) => {
      startTick = task
    },
  )
  let refused: string[] = []
  return {
    pace,
    refuse(businessId: string) {
      const wait = pace.wait(businessId)
      if (wait === undefined) refused.push(businessId)
      else wait.then(() => refused.push(businessId))
    },
    refusedAtOnce: () => refusedSince(),
    refusedInNextTick() {
      startTick()
      return refusedSince()
    },
  }

  async function refusedSince(): Promise<string> {
    await null
    const since = refused.join('')
    refused = []
    return since
  }
}

test('some requests of each business are refused at once, the others in the next ticks', async () => {
  const { refuse, refusedAtOnce, refusedInNextTick } = openPace({ perTick: 2 })
  for (let i = 0; i < 5; i++) refuse('a')
  refuse('b')
  assert.equal(await refusedAtOnce(), 'aab')
  assert.equal(await refusedInNextTick(), 'aa')
  refuse('a')
  for (let i = 0; i < 3; i++) refuse('b')
  assert.equal(await refusedAtOnce(), 'bb')
  assert.equal(await refusedInNextTick(), 'aab')
  assert.equal(await refusedInNextTick(), '')
  refuse('a')
  assert.equal(await refusedAtOnce(), 'a')
})

test('requests that find as many waiting as may wait are refused at once', async () => {
  const { refuse, refusedAtOnce, refusedInNextTick } = openPace({
    perTick: 1,
    maxWaitingPerBusiness: 2,
    maxWaiting: 3,
  })
  for (let i = 0; i < 5; i++) refuse('a')
  assert.equal(await refusedAtOnce(), 'aaa')
  for (let i = 0; i < 3; i++) refuse('b')
  assert.equal(await refusedAtOnce(), 'bb')
  assert.equal(await refusedInNextTick(), 'ab')
  refuse('a')
  assert.equal(await refusedAtOnce(), '')
  assert.equal(await refusedInNextTick(), 'a')
  assert.equal(await refusedInNextTick(), 'a')
})

test('when it is closed, all that wait continue and nobody waits any longer', async () => {
  const { pace, refuse, refusedAtOnce } = openPace({ perTick: 1 })
  for (let i = 0; i < 3; i++) refuse('a')
  assert.equal(await refusedAtOnce(), 'a')
  pace.close()
  refuse('a')
  refuse('a')
  assert.equal((await refusedAtOnce()).length, 4)
})
