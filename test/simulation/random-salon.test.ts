import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSalonDocument } from '@silla/core'
import { salonFromFile } from '../../packages/core/src/provisioning/salon-file/salon-file.ts'
import { serializeSalon } from '../../packages/core/src/provisioning/salon-file/serialize/salon.ts'
import { openRandom } from '../support/random.ts'
import { salonFileFor } from '../support/salon-fixture.ts'
import type { SalonPlan } from './model/plan.ts'
import { changedSalon, randomSalon } from './random-salon.ts'
import { fixtureOf } from './salon-fixture.ts'

test('a random salon, changed or not, is one that a salon file may describe', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const random = openRandom(seed)
    let plan = randomSalon(random)
    assertFileIsValid(plan, seed)
    for (let day = 0; day < 5; day++) {
      plan = changedSalon(random, plan, plan.opensAt + day * 86_400_000)
      assertFileIsValid(plan, seed)
    }
  }
})

/** What is stored of a file that breaks a rule cannot be compared with the next one (D68). */
function assertFileIsValid(plan: SalonPlan, seed: number): void {
  const salon = salonFromFile(salonFileFor('salon', fixtureOf(plan)), 0)
  const document = serializeSalon(salon, { plainTexts: false })
  assert.doesNotThrow(() => parseSalonDocument({ ...document }), `seed ${seed}`)
}
