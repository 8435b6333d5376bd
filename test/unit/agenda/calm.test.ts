import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CalmPage, calm } from '../../../packages/agenda/src/host/calm.ts'

/** A page whose time goes on when a test says so. */
class TestPage extends EventTarget implements CalmPage {
  #now = 0
  #last = 0
  readonly #timers = new Map<number, { run: () => void; at: number }>()

  setTimeout(run: () => void, milliseconds: number): number {
    this.#timers.set(++this.#last, { run, at: this.#now + milliseconds })
    return this.#last
  }

  clearTimeout(timer: number): void {
    this.#timers.delete(timer)
  }

  goOn(milliseconds: number): void {
    this.#now += milliseconds
    for (const [timer, { run, at }] of [...this.#timers])
      if (at <= this.#now && this.#timers.delete(timer)) run()
  }
}

function waitForCalm() {
  const page = new TestPage()
  let isCalm = false
  void calm(page).then(() => {
    isCalm = true
  })
  return {
    page,
    /** Whether it is calm after further milliseconds. */
    after: async (milliseconds: number): Promise<boolean> => {
      page.goOn(milliseconds)
      await Promise.resolve()
      return isCalm
    },
  }
}

test('a page that nobody touches is calm after a second', async () => {
  const { after } = waitForCalm()
  assert.equal(await after(999), false)
  assert.equal(await after(1), true)
})

for (const name of ['scroll', 'keydown', 'pointerdown'])
  test(`the second begins again at each ${name}`, async () => {
    const { page, after } = waitForCalm()
    await after(900)
    page.dispatchEvent(new Event(name))
    assert.equal(await after(999), false)
    assert.equal(await after(1), true)
  })

test('somebody who scrolls without end is not waited for any longer than ten seconds', async () => {
  const { page, after } = waitForCalm()
  for (let scrolled = 1; scrolled < 20; scrolled++) {
    page.dispatchEvent(new Event('scroll'))
    assert.equal(await after(500), false)
  }
  page.dispatchEvent(new Event('scroll'))
  assert.equal(await after(500), true)
})
