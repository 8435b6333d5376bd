import assert from 'node:assert/strict'
import axe, { type AxeResults, type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  preload: false,
}

/**
 * Fails unless axe finds nothing against WCAG 2.2 AA or its best practices, and the page does not
 * scroll sideways.
 */
export async function assertAccessible(page: Page, what: string): Promise<void> {
  // a page is looked at several times; loading axe takes longer than running it
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(axe.source)
  // colours that change gradually are those of neither theme
  await page.evaluate(`Promise.allSettled(document.getAnimations()
    .filter((each) => Number.isFinite(each.effect?.getComputedTiming().endTime))
    .map((each) => each.finished))`)
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(document, ${JSON.stringify(options)})`,
  )
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id} at ${target.flat().join(' ')}: ${failureSummary}`,
    ),
  )
  assert.deepEqual(found, [], what)
  const excess = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  assert.ok(excess <= 0, `${what}: scrolls sideways by ${excess} px`)
}
