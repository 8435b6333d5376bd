import assert from 'node:assert/strict'
import { test } from 'node:test'
import { skipWithoutPreviousRelease } from './previous-checkout.ts'
import { type RollingUpgrade, upgradeAndBack } from './rolling-upgrade.ts'

const skip = skipWithoutPreviousRelease

test('guests notice nothing while the release before is replaced by this one, and this one by it', {
  skip,
}, async () => {
  const upgrade = await upgradeAndBack({ bookingsPerStep: 3, seed: 1 }, useBothCommandLines)
  const { migrated, steps, failures, lost, counts, after } = upgrade
  assert.deepEqual({ failures, lost }, { failures: [], lost: [] })

  assert.notDeepEqual([migrated.applied, migrated.functions], [[], []])
  const served = Object.fromEntries(
    steps.map(({ name, before, after }) => [name, [before > 0, after > 0]]),
  )
  assert.deepEqual(served['database migrated'], [true, false])
  assert.deepEqual(served['both CLIs used'], [true, true])
  assert.deepEqual(served['worker before started'], [true, true])
  assert.ok(counts.customerReads > 0 && counts.emails >= counts.bookings)

  const doctor = await after.json('db doctor --full')
  assert.equal(doctor.healthy, true, JSON.stringify(doctor.findings))
})

/**
 * Operators update their machines when they like. The doctor of this release comes last: until then the
 * webhook lacks its events.
 */
async function useBothCommandLines({
  before,
  after,
  salons,
}: Pick<RollingUpgrade, 'before' | 'after' | 'salons'>) {
  const [salon] = salons
  const closedDay = Temporal.Now.plainDateISO().add({ days: 50 }).toString()
  const lines = [
    `bookings list -b ${salon?.slug} --limit 5`,
    `schedule closures add -b ${salon?.slug} --day ${closedDay} --yes`,
  ]
  const useNew = async () => {
    assert.equal((await after.json('db status')).current, true)
    for (const line of lines) await after.json(line)
  }
  const useOld = async () => {
    for (const line of ['db status', 'db migrate', 'db doctor', ...lines]) await before.json(line)
  }
  await Promise.all([useNew(), useOld()])
}
