import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { whileHovered } from './hover.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const options: RunOptions = { runOnly: tags, resultTypes: ['violations'], preload: false }

/** Without the comments, which every page would have to read. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * Fails unless axe finds nothing against WCAG 2.2 AA or its best practices, and the page does not
 * scroll sideways.
 */
export async function assertAccessible(page: Page, what: string): Promise<void> {
  // a page is looked at several times; loading axe takes longer than running it
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(source)
  // a page that is still rendering has parts without their content
  await page.evaluate('new Promise((done) => requestIdleCallback(done, { timeout: 5000 }))')
  await settleColours(page)
  await assertNothingFound(page, what, options)
  const excess = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  assert.ok(excess <= 0, `${what}: scrolls sideways by ${excess} px`)
}

/** Fails unless the text of every control has its contrast under the pointer too; axe is loaded. */
export const assertHoverContrast = (page: Page, what: string): Promise<void> =>
  whileHovered(page, async () => {
    await settleColours(page)
    await assertNothingFound(page, `${what}, under the pointer`, {
      ...options,
      runOnly: ['color-contrast'],
    })
  })

/** Colours that change gradually are those of neither state. */
async function settleColours(page: Page): Promise<void> {
  await page.evaluate(`Promise.allSettled(document.getAnimations()
    .filter((each) => Number.isFinite(each.effect?.getComputedTiming().endTime))
    .map((each) => each.finished))`)
}

async function assertNothingFound(page: Page, what: string, run: RunOptions): Promise<void> {
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(document, ${JSON.stringify(run)})`,
  )
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id} at ${target.flat().join(' ')}: ${failureSummary}`,
    ),
  )
  assert.deepEqual(found, [], what)
}
