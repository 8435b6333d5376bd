import assert from 'node:assert/strict'
import { AxeBuilder } from '@axe-core/playwright'
import axe from 'axe-core'
import type { Page } from 'playwright-core'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Fails unless axe finds nothing against WCAG 2.2 AA or its best practices, and the page does not
 * scroll sideways.
 */
export async function assertAccessible(page: Page, what: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page, axeSource: axe.source })
    .withTags(rules)
    .analyze()
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
