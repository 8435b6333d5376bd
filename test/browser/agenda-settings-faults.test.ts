import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { dataOf } from '../support/assertions.ts'
import { openSalon } from '../support/salon.ts'
import { now, openAgenda, openBusySalon } from './bed/agenda.ts'
import { inBrowser } from './bed/in-browser.ts'
import { tabTo } from './bed/tab-to.ts'

const salon = await openBusySalon()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const plan = (page: Page) => page.getByRole('dialog', { name: 'Antes de guardar' })
const settings = (part: string) => `/agenda/ajustes?parte=${part}`

test(
  'D68: a salon that is configured in its file reads its settings here, and is told so before it types',
  inBrowser(async (bed) => {
    const ofFile = await openSalon({ now, settings: { managedBy: 'file' } })
    const page = await openAgenda(bed, ofFile, { path: settings('marca') })
    await page.getByRole('note').filter({ hasText: 'se configura en su archivo' }).waitFor()
    assert.ok(await page.getByRole('group').isDisabled())
    assert.equal(await button(page, 'Revisar y guardar').count(), 0)
    await page.getByRole('link', { name: 'Servicios y precios' }).click()
    await page.getByLabel('Precio: Corte', { exact: true }).waitFor()
    assert.ok(await page.getByLabel('Precio: Corte', { exact: true }).isDisabled())
    assert.equal(await page.getByRole('link', { name: 'Añadir servicio' }).count(), 0)
  }),
)

test(
  'D67: without `ajustes.negocio` the plan names the bookings that are in the way, and does not save over them',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon, {
      role: 'manager',
      person: { permissionsRemoved: ['settings.business'] },
      path: settings('festivos'),
    })
    assert.equal(await page.getByRole('link', { name: 'Reglas de reserva' }).count(), 0)
    await page.getByLabel('Día', { exact: true }).fill('2030-03-04')
    await button(page, 'Añadir cierre').click()
    await plan(page).getByText('10 citas perderían su sitio:').waitFor()
    assert.equal(
      await plan(page)
        .getByRole('button', { name: /^Guardar/ })
        .count(),
      0,
    )
    await page.keyboard.press('Escape')

    // the address alone opens nothing
    await page.goto(page.url().replace('festivos', 'reglas'))
    await page.getByRole('link', { name: 'Horario' }).waitFor()
    assert.equal(await page.locator('.settings-page').count(), 0)
  }),
)

test(
  'D19: the answer to a change is lost: it is sent again under the same key, and made once',
  inBrowser(async (bed) => {
    const keys: (string | undefined)[] = []
    const page = await openAgenda(bed, salon, {
      path: settings('festivos'),
      prepare: async (opened) => {
        await opened.route('**/api/v1/ajustes/festivos/', async (route) => {
          const headers = route.request().headers()
          if (route.request().method() !== 'POST' || headers['x-simular']) return route.continue()
          keys.push(headers['idempotency-key'])
          if (keys.length > 1) return route.continue()
          await route.fetch()
          return route.abort('connectionreset')
        })
      },
    })
    await page.getByLabel('Día', { exact: true }).fill('2030-04-02')
    await button(page, 'Añadir cierre').click()
    await button(page, 'Guardar').click()
    await button(page, 'Reintentar').click()
    await page.getByText('martes, 2 de abril').waitFor()
    assert.equal(keys.length, 2)
    assert.ok(keys[0])
    assert.equal(keys[1], keys[0])
    const { festivos } = dataOf(await salon.backend.get('/ajustes/festivos/'))
    const days = festivos.filter(({ fecha }: { fecha: string }) => fecha === '2030-04-02')
    assert.equal(days.length, 1)
  }),
)

test(
  'D71: an entry that does not exist: the message of the API, and a way back to the list',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon, { path: settings('servicios&id=999999') })
    await page.locator('.notice').filter({ hasText: 'servicio' }).waitFor()
    assert.equal(await page.locator('.skeleton').count(), 0)
    await page.locator('.settings-back').click()
    await page.getByRole('link', { name: /^Corte de flequillo/ }).waitFor()
    assert.equal(await page.locator('.notice').count(), 0, 'the message belongs to the entry')
  }),
)

test(
  'D73: a day of the week is changed, reviewed and saved by keyboard alone',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon)
    const { keyboard } = page
    await tabTo(page, page.getByRole('link', { name: 'Ajustes' }))
    await keyboard.press('Enter')
    await page.locator('#title:focus').filter({ hasText: 'Ajustes' }).waitFor()
    await tabTo(page, page.getByRole('link', { name: 'Horario' }))
    await keyboard.press('Enter')
    await tabTo(page, page.getByLabel('martes, desde'))
    await keyboard.type('0830')
    await tabTo(page, button(page, 'Revisar y guardar'))
    await keyboard.press('Enter')
    await plan(page).getByText('Martes').waitFor()
    await tabTo(page, plan(page).getByRole('button', { name: 'Guardar', exact: true }))
    await keyboard.press('Enter')
    await plan(page).waitFor({ state: 'detached' })
    const { horarios } = dataOf(await salon.backend.get('/ajustes/horarios/'))
    assert.equal(horarios[1].apertura, '08:30')
    assert.notEqual(await page.evaluate('document.activeElement.localName'), 'body')
  }),
)
