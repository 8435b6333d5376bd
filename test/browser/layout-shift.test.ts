import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openSalon } from '../support/salon.ts'
import { embed } from './bed/embed.ts'
import { inBrowser } from './bed/in-browser.ts'
import { layoutShiftOf, recordLayoutShift } from './bed/layout-shift.ts'
import { openSalonPage } from './bed/salon-page.ts'
import { throttle } from './bed/throttle.ts'
import { goOn } from './bed/widget.ts'

// On a slow network, where skeletons are seen before what replaces them.

const barbershop = {
  services: ['Corte', 'Barba', 'Color', 'Peinado', 'Manicura'].map((name) => ({ name })),
  professionals: ['Ana', 'Bea'],
}
const budget = 0.02

/** From the first byte to the times of a day. */
async function assertSteady(page: Page): Promise<void> {
  await recordLayoutShift(page)
  await throttle(page)
  await page.reload()
  await page.getByRole('checkbox', { name: 'Corte' }).check()
  await goOn(page)
  await goOn(page)
  await page.locator('[part~=time]').first().waitFor()
  const shift = await layoutShiftOf(page)
  assert.ok(shift < budget, `layout shift ${shift}`)
}

for (const width of [320, 1280] as const) {
  test(
    `the widget moves nothing on the page of a site, at ${width} px`,
    inBrowser(async (bed) => {
      const salon = await openSalon(barbershop)
      await assertSteady(await embed(bed, salon, { width }))
    }),
  )

  test(
    `nothing moves on a booking page, at ${width} px`,
    inBrowser(async (bed) => {
      const salon = await openSalon({ ...barbershop, settings: { onlinePage: true } })
      await assertSteady(await openSalonPage(bed, salon, '', { width }))
    }),
  )
}
