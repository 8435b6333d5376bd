import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextPass } from 'node:timers/promises'
import { openPassBudget } from '@silla/db'
import { openSlices } from '../../packages/core/src/slices.ts'

/** A process with a clock of its own, and a log of its work. */
function open() {
  let now = 0
  const log: string[] = []
  const budget = openPassBudget(() => now)
  return {
    budget,
    log,
    work: (milliseconds: number) => {
      now += milliseconds
    },
    /** A computation of steps that take half a millisecond each. */
    async compute(name: string, steps: number): Promise<void> {
      const slices = openSlices(budget)
      for (let step = 0; step < steps; step++) {
        const pause = slices.pause()
        if (pause !== undefined) await pause
        log.push(name)
        now += 0.5
      }
    },
    /** Logs the next passes of the event loop, and calls something in each. */
    async passes(count: number, inEach = () => {}): Promise<void> {
      for (let pass = 0; pass < count; pass++) {
        await nextPass()
        log.push('|')
        inEach()
      }
    },
  }
}

test('a computation gives way after a millisecond, and a short one never waits', async () => {
  const { compute, log } = open()
  await compute('short', 2)
  await nextPass()
  const long = compute('long', 5)
  assert.deepEqual(log, ['short', 'short', 'long', 'long'])
  await nextPass()
  log.push('another request')
  await long
  assert.deepEqual(log.slice(4), ['another request', 'long', 'long', 'long'])
})

test('computations of one pass share its time, and take turns in those that follow', async () => {
  const { compute, passes, log } = open()
  const both = [compute('a', 6), compute('b', 4), compute('c', 1)]
  await Promise.all([...both, passes(8)])
  const longest = Math.max(
    ...log
      .join('')
      .split('|')
      .map((pass) => pass.length),
  )
  assert.equal(longest, 2, log.join(''))
  assert.equal(log.filter((each) => each !== '|').join(''), 'aaaabbcaabb', log.join(''))
})

test('a long answer of the database counts into the time of its pass', async () => {
  const { budget, compute, work, log } = open()
  budget.begin()
  work(3)
  const following = compute('rows', 2)
  assert.deepEqual(log, [])
  await following
  assert.deepEqual(log, ['rows', 'rows'])
})

test('a computation that waits goes on, however much long work begins in each pass', async () => {
  const { budget, compute, passes, work, log } = open()
  const waiting = compute('a', 6)
  await Promise.all([
    waiting,
    passes(12, () => {
      budget.begin()
      work(5)
    }),
  ])
  assert.equal(log.filter((each) => each === 'a').length, 6)
})
