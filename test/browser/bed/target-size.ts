import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

const leastPixels = 44

/**
 * Fails unless everything in the widget, or in a page without one, that can be pressed is at least 44
 * pixels wide and high. The label of a box or a radio button counts with it; links in a sentence are
 * exempt, as in WCAG 2.2.
 */
export async function assertTargetSizes(page: Page, what: string): Promise<void> {
  const small = await page.evaluate<string[]>(`(() => {
    const widget = document.querySelector('silla-booking, silla-manage')
    const root = widget === null ? document.body : widget.shadowRoot
    const controls = 'button:not(.link), input, select, textarea, a.secondary, [role=gridcell][data-date]'
    return [...root.querySelectorAll(controls)].flatMap((control) => {
      const { width, height } = (control.closest('label') ?? control).getBoundingClientRect()
      // a part of a pixel is lost where columns share a width
      const isSmall = Math.min(Math.round(width), Math.round(height)) < ${leastPixels}
      const name = control.getAttribute('aria-label') ?? control.textContent.trim()
      return width > 0 && isSmall ? [control.localName + ' ' + name + ' ' + width + ' x ' + height] : []
    })
  })()`)
  assert.deepEqual(small, [], `${what}: targets below ${leastPixels} px`)
}
