import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openAgenda, openBusySalon } from './bed/agenda.ts'
import { assertAccessible } from './bed/axe.ts'
import { inBrowser } from './bed/in-browser.ts'
import { assertTargetSizes } from './bed/target-size.ts'

const salon = await openBusySalon({ settings: { onlinePage: true } })

const person = `personas&id=${salon.id('Ana Prieto')}`
const parts = [
  '',
  'horario',
  'festivos',
  'servicios',
  `servicios&id=${salon.id('Color completo')}`,
  'categorias',
  'personas',
  ...['datos', 'servicios', 'turnos', 'excepciones'].map((part) => `${person}&de=${part}`),
  'productos&id=nuevo',
  'paquetes',
  'recursos',
  'reglas',
  'mensajes',
  'marca',
  'enlaces',
  'negocio',
  'descarga',
]

/** As the page itself goes on: it is not loaded again. */
async function show(page: Page, part: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', '/agenda/ajustes?parte=${part}')
    dispatchEvent(new PopStateEvent('popstate'))`)
  const content = part === '' ? '.settings.index' : '.settings-page > :not(.skeleton)'
  await page.locator(content).first().waitFor()
  await page.locator('.skeleton').waitFor({ state: 'detached' })
}

async function assertNoSidewaysScrolling(page: Page, what: string): Promise<void> {
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    const excess = await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    assert.ok(excess <= 0, `${what}: scrolls sideways by ${excess} px at ${width}`)
  }
}

const looks = [
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 320 },
  { theme: 'light', width: 320 },
  { theme: 'dark', width: 1280 },
] as const

// in Spanish each part is seen in both themes, in the other languages in one of four looks by turns
for (const language of ['es', 'en', 'ar'] as const)
  test(
    `D71, D73: axe finds nothing in the settings in ${language}, in both themes, narrow and wide`,
    inBrowser(async (bed) => {
      const path = `/agenda/ajustes?lang=${language}`
      const page = await openAgenda(bed, salon, { language, path })
      for (const [place, part] of parts.entries()) {
        const what = `${part} ${language}`
        await show(page, part)
        await assertNoSidewaysScrolling(page, what)
        const turn = place + (language === 'ar' ? 1 : 0)
        const seen = language === 'es' ? looks.slice(0, 2) : looks.slice(turn % 4, (turn % 4) + 1)
        for (const { theme, width } of seen) {
          await page.emulateMedia({ colorScheme: theme })
          await page.setViewportSize({ width, height: 900 })
          await assertAccessible(page, `${what} ${theme} ${width}`)
        }
        if (language === 'es') await assertTargetSizes(page, what)
      }
    }),
  )
