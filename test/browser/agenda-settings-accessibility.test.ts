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

// every language has both themes: colours are those of another width
const looks = [
  { language: 'es', first: 'light', second: 'dark' },
  { language: 'en', first: 'dark', second: 'light' },
  { language: 'ar', first: 'light', second: 'dark' },
] as const

for (const { language, first, second } of looks)
  test(
    `D71, D73: axe finds nothing in the settings in ${language}, in both themes, narrow and wide`,
    inBrowser(async (bed) => {
      const path = `/agenda/ajustes?lang=${language}`
      const page = await openAgenda(bed, salon, { language, path })
      for (const part of parts) {
        const what = `${part} ${language}`
        await show(page, part)
        await assertNoSidewaysScrolling(page, what)
        await page.emulateMedia({ colorScheme: first })
        await assertAccessible(page, `${what} ${first} 1280`)
        await page.setViewportSize({ width: 320, height: 900 })
        await page.emulateMedia({ colorScheme: second })
        await assertAccessible(page, `${what} ${second} 320`)
        if (language === 'es') await assertTargetSizes(page, what)
      }
    }),
  )
