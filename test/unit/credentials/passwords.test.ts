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

test('D11: comparing with nothing costs as much as comparing with a hash', async () => {
  const passwords = openPasswords({ working: 1, waiting: 1 })
  const hash = await passwords.hash('tres tristes tigres')
  await passwords.matches('x', null)
  const quickest = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY }
  for (let round = 0; round < 8; round++) {
    quickest.known = Math.min(
      quickest.known,
      await processorTimeOf(() => passwords.matches('x', hash)),
    )
    quickest.unknown = Math.min(
      quickest.unknown,
      await processorTimeOf(() => passwords.matches('x', null)),
    )
  }
  const ratio = quickest.unknown / quickest.known
  assert.ok(
    ratio > 0.6 && ratio < 1.6,
    `with nothing ${quickest.unknown} ms, with a hash ${quickest.known} ms`,
  )
})

test('D11: who finds the queue full is asked to come back, and everybody else is served', async () => {
  const passwords = openPasswords({ working: 2, waiting: 3 })
  const requested = await Promise.allSettled(
    Array.from({ length: 9 }, () => passwords.hash('tres tristes tigres')),
  )
  const refused = requested.filter((one) => one.status === 'rejected')
  assert.equal(refused.length, 4)
  for (const { reason } of refused) {
    assert.equal(reason.code, 'RATE_LIMIT_EXCEEDED')
    assert.deepEqual(reason.headers, { 'retry-after': '1' })
  }
  assert.equal((await Promise.allSettled([passwords.hash('a'), passwords.hash('b')])).length, 2)
  assert.equal(await passwords.matches('x', null), false)
})

test('D11: who is sent away is sent away slowly, so that coming back at once is not to be had', async () => {
  const passwords = openPasswords({ working: 1, waiting: 1 })
  const busy = [passwords.hash('tres tristes tigres'), passwords.hash('tres tristes tigres')]
  const refused = passwords.refuseWhenBusy().catch(({ code }) => code)
  const nextTurn = new Promise((resolve) => setImmediate(resolve, 'still waiting'))
  assert.equal(await Promise.race([refused, nextTurn]), 'still waiting')
  assert.equal(await refused, 'RATE_LIMIT_EXCEEDED')
  await Promise.all(busy)
})

/**
 * Milliseconds of work on all threads: unlike the time that passes, it does not depend on who else
 * is busy.
 */
async function processorTimeOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
