import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { calm } from '../../../packages/agenda/src/host/calm.ts'

/** @returns whether it is calm after further milliseconds */
function waitForCalm(t: TestContext, page: EventTarget) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let isCalm = false
  void calm(page).then(() => {
    isCalm = true
  })
  return async (milliseconds: number): Promise<boolean> => {
    t.mock.timers.tick(milliseconds)
    await Promise.resolve()
    return isCalm
  }
}

test('a page that nobody touches is calm after a second', async (t) => {
  const after = waitForCalm(t, new EventTarget())
  assert.equal(await after(999), false)
  assert.equal(await after(1), true)
})

for (const name of ['scroll', 'keydown', 'pointerdown'])
  test(`the second begins again at each ${name}`, async (t) => {
    const page = new EventTarget()
    const after = waitForCalm(t, page)
    await after(900)
    page.dispatchEvent(new Event(name))
    assert.equal(await after(999), false)
    assert.equal(await after(1), true)
  })

test('somebody who scrolls without end is not waited for any longer than ten seconds', async (t) => {
  const page = new EventTarget()
  const after = waitForCalm(t, page)
  for (let scrolled = 1; scrolled < 20; scrolled++) {
    page.dispatchEvent(new Event('scroll'))
    assert.equal(await after(500), false)
  }
  page.dispatchEvent(new Event('scroll'))
  assert.equal(await after(500), true)
})
