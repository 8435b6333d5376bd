import type { Page } from 'playwright-core'
import { assertAccessible, assertHoverContrast } from './axe.ts'
import { assertTargetSizes } from './target-size.ts'

/** Everything is in view: the foot of a step stays at the bottom and would cover what scrolls. */
const height = 2400

/**
 * Fails unless what the page shows is accessible light and dark, narrow and wide, and keeps its contrast
 * under the pointer. The page follows the
 * theme of the browser.
 *
 * @param refresh brings what does not follow a change of the theme up to date
 */
export async function assertAccessibleInEveryLook(
  page: Page,
  what: string,
  refresh: () => Promise<void> = async () => {},
): Promise<void> {
  const checked = new Set<string>()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await refresh()
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height })
      const look = `${what}, ${colorScheme}, ${width} px`
      await assertAccessible(page, look, checked)
      // a narrow one is touched
      if (width === 1280) await assertHoverContrast(page, look)
      if (await page.locator('silla-booking, silla-manage').count())
        await assertTargetSizes(page, look)
    }
  }
}
