import type { Language } from '@silla/locale'
import type { Page } from 'playwright-core'
import { assertAccessible, assertHoverContrast } from './axe.ts'
import { assertTargetSizes } from './target-size.ts'

/** Everything is in view: the foot of a step stays at the bottom and would cover what scrolls. */
const height = 2400

/**
 * Each language has both themes and both widths; what is checked in several languages is seen in each
 * theme at each width. A fault of three of them together is not looked for.
 */
const looksIn = (language: Language) =>
  language === 'en'
    ? ([
        ['light', 320],
        ['dark', 1280],
      ] as const)
    : ([
        ['light', 1280],
        ['dark', 320],
      ] as const)

/**
 * Fails unless what the page shows is accessible light and dark, narrow and wide. The page follows the
 * theme of the browser. In Spanish it also has to keep its contrast under the pointer, where the colours
 * are those of any language.
 *
 * @param options.language of the page; default: Spanish
 * @param options.refresh brings what does not follow a change of the theme up to date
 */
export async function assertAccessibleInEveryLook(
  page: Page,
  what: string,
  {
    language = 'es',
    refresh = async () => {},
  }: { language?: Language; refresh?: () => Promise<void> } = {},
): Promise<void> {
  for (const [colorScheme, width] of looksIn(language)) {
    await page.emulateMedia({ colorScheme })
    await refresh()
    await page.setViewportSize({ width, height })
    const look = `${what}, ${language}, ${colorScheme}, ${width} px`
    await assertAccessible(page, look)
    if (language === 'es') await assertHoverContrast(page, look)
    if (await page.locator('silla-booking, silla-manage').count())
      await assertTargetSizes(page, look)
  }
}
