import type { Page } from 'playwright-core'

/** Adds up how much the page moves by itself; what follows a click or a key does not count. */
export const recordLayoutShift = (page: Page): Promise<unknown> =>
  page.addInitScript(`
    window.layoutShift = 0
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries())
        if (!hadRecentInput) layoutShift += value
    }).observe({ type: 'layout-shift', buffered: true })`)

export const layoutShiftOf = (page: Page): Promise<number> => page.evaluate('layoutShift')
