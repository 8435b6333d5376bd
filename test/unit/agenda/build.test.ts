import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { buildAgenda } from '@silla/agenda'
import { budgetBytes, checkBudget } from '../../../packages/agenda/src/build/budget.ts'

const agenda = await buildAgenda()
const text = (name: string) => agenda.files.get(name)?.content.toString() ?? ''

test('two builds of the same sources are the same release', async () => {
  const again = await buildAgenda()
  assert.equal(again.hash, agenda.hash)
  assert.deepEqual(again.files, agenda.files)
  assert.match(agenda.hash, /^[0-9a-f]{16}$/)
})

test('D73: the first view fits into the budget, and the build fails when it does not', () => {
  checkBudget(agenda)
  const [name = ''] = agenda.chunks.day
  // random bytes cannot be compressed
  const content = randomBytes(budgetBytes)
  const files = new Map(agenda.files).set(name, { content, integrity: '' })
  assert.throws(() => checkBudget({ ...agenda, files }), /more than 61440 bytes/)
})

test('every import leads to a file of the release', () => {
  for (const name of agenda.files.keys())
    for (const [, target = ''] of text(name).matchAll(/(?:from|import)\s*\(?"\.\/([^"]+)"/g))
      assert.ok(agenda.files.has(target), `${name} imports ${target}`)
})

test('D63: nothing needs eval or inline styles, which the policy refuses', () => {
  for (const name of agenda.files.keys()) {
    assert.doesNotMatch(text(name), /\beval\(|new Function\(/, name)
    assert.doesNotMatch(text(name), /<style|\sstyle="/, name)
  }
})
