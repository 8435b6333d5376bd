import type { Page } from 'playwright-core'
import { assertAccessible } from './axe.ts'

/**
 * Fails unless what the page shows is accessible light and dark, narrow and wide. The page follows the
 * theme of the browser.
 *
 * @param refresh brings what does not follow a change of the theme up to date
 */
export async function assertAccessibleInEveryLook(
  page: Page,
  what: string,
  refresh: () => Promise<void> = async () => {},
): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await refresh()
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await assertAccessible(page, `${what}, ${colorScheme}, ${width} px`)
    }
  }
}
