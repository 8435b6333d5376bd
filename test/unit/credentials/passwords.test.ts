import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPasswords } from '../../../packages/core/src/credentials/passwords.ts'

test('D11: a password matches its own hash and no other', async () => {
  const passwords = openPasswords()
  const hash = await passwords.hash('tres tristes tigres')
  assert.equal(await passwords.matches('tres tristes tigres', hash), true)
  assert.equal(await passwords.matches('tres tristes trigos', hash), false)
  assert.equal(await passwords.matches('tres tristes tigres', null), false)
})

test('D11: comparing with no hash takes as long as comparing with one', async () => {
  const passwords = openPasswords({ running: 1, waiting: 1 })
  const hash = await passwords.hash('tres tristes tigres')
  await passwords.matches('x', null)
  const quickest = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY }
  for (let round = 0; round < 8; round++) {
    quickest.known = Math.min(quickest.known, await cpuTimeOf(() => passwords.matches('x', hash)))
    quickest.unknown = Math.min(
      quickest.unknown,
      await cpuTimeOf(() => passwords.matches('x', null)),
    )
  }
  const ratio = quickest.unknown / quickest.known
  assert.ok(
    ratio > 0.6 && ratio < 1.6,
    `without a hash ${quickest.unknown} ms, with a hash ${quickest.known} ms`,
  )
})

test('D11: with a full queue a request is rejected with Retry-After, and those in the queue complete', async () => {
  const passwords = openPasswords({ running: 2, waiting: 3 })
  const results = await Promise.allSettled(
    Array.from({ length: 9 }, () => passwords.hash('tres tristes tigres')),
  )
  const rejected = results.filter((one) => one.status === 'rejected')
  assert.equal(rejected.length, 4)
  for (const { reason } of rejected) {
    assert.equal(reason.code, 'RATE_LIMIT_EXCEEDED')
    assert.deepEqual(reason.headers, { 'retry-after': '1' })
  }
  assert.equal((await Promise.allSettled([passwords.hash('a'), passwords.hash('b')])).length, 2)
  assert.equal(await passwords.matches('x', null), false)
})

test('D11: a rejection is delayed, so that a client cannot retry at once', async () => {
  const passwords = openPasswords({ running: 1, waiting: 1 })
  const busy = [passwords.hash('tres tristes tigres'), passwords.hash('tres tristes tigres')]
  const rejection = passwords.assertCapacity().catch(({ code }) => code)
  const immediate = new Promise((resolve) => setImmediate(resolve, 'still waiting'))
  assert.equal(await Promise.race([rejection, immediate]), 'still waiting')
  assert.equal(await rejection, 'RATE_LIMIT_EXCEEDED')
  await Promise.all(busy)
})

/** CPU milliseconds of all threads, which unlike wall time do not depend on the machine's load. */
async function cpuTimeOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
