import assert from 'node:assert/strict'
import { test } from 'node:test'
import { diffSalons } from '../../../packages/core/src/provisioning/diff.ts'
import { salonFromFile } from '../../../packages/core/src/provisioning/salon-file/salon-file.ts'
import { salonFile } from '../../provisioning/salon-text.ts'
import { openRandom } from '../../support/random.ts'

// An edit leaves most entries of a long list the very objects that they were, which are not compared.

test('a plan of lists that share objects is that of lists that are only equal', () => {
  const salon = salonFromFile(salonFile('planned'), 47_000)
  const categoryOf = (number: number) => ({
    ...(salon.categories[0] ?? assert.fail()),
    handle: `c${number}`,
  })
  const seed = Date.now()
  const random = openRandom(seed)
  const kinds = new Set<string>()
  for (let round = 0; round < 500; round++) {
    const before = Array.from({ length: random.integer(0, 8) }, (_, number) => categoryOf(number))
    const after = [...before]
    for (let edits = random.integer(0, 3); edits > 0; edits--) {
      const place = random.integer(0, after.length)
      const [taken] = after.splice(place, random.integer(0, 1))
      const added = random.pick([
        ...(taken ? [taken, { ...taken, name: { es: `Otro ${edits}` } }] : []),
        categoryOf(10 + round * 3 + edits),
        null,
      ])
      if (added !== null) after.splice(random.integer(0, after.length), 0, added)
    }
    const changes = diffSalons({ ...salon, categories: before }, { ...salon, categories: after })
    // apart: a clone of both would share objects as they do
    const equal = { before: structuredClone(before), after: structuredClone(after) }
    assert.deepEqual(
      changes,
      diffSalons({ ...salon, categories: equal.before }, { ...salon, categories: equal.after }),
      `seed ${seed}`,
    )
    for (const { kind, name } of changes) kinds.add(name === '' ? 'order' : kind)
  }
  assert.deepEqual([...kinds].sort(), ['added', 'changed', 'order', 'removed'])
})
