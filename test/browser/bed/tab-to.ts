import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'

const mostStops = 60

/** Presses Tab until the element has the focus, as somebody does who uses no pointer. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let stops = 0; stops < mostStops; stops++) {
    if (await target.and(page.locator(':focus')).count()) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`${target} has no place in the order of Tab`)
}
