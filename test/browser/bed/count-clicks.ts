import type { Page } from 'playwright-core'

/** Counts the presses of the pointer on a page from now on. @returns how many there were */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(
    "document.clicks = 0; addEventListener('pointerdown', () => document.clicks++)",
  )
  return () => page.evaluate<number>('document.clicks')
}
