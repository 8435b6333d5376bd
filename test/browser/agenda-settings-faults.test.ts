import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { dataOf } from '../support/assertions.ts'
import { until } from '../support/until.ts'
import { openAgenda, openBusySalon, sendAgain } from './bed/agenda.ts'
import { inBrowser } from './bed/in-browser.ts'
import { tabTo } from './bed/tab-to.ts'

const salon = await openBusySalon()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const plan = (page: Page) => page.getByRole('dialog', { name: 'Antes de guardar' })
const settings = (part: string) => `/agenda/ajustes?parte=${part}`

test(
  'D67: without `ajustes.negocio` the plan names the bookings that are in the way, and does not save over them',
  inBrowser(async (bed) => {
    // a day that is closed in part already would have to be opened first
    const open = await openBusySalon({ closings: {} })
    const page = await openAgenda(bed, open, {
      role: 'manager',
      person: { permissionsRemoved: ['settings.business'] },
      path: settings('festivos'),
    })
    assert.equal(await page.getByRole('link', { name: 'Reglas de reserva' }).count(), 0)
    await page.getByLabel('Día', { exact: true }).fill('2030-03-04')
    await button(page, 'Añadir cierre').click()
    await plan(page)
      .getByText(/citas perderían su sitio:/)
      .waitFor()
    assert.equal(
      await plan(page)
        .getByRole('button', { name: /^Guardar/ })
        .count(),
      0,
    )
    await page.keyboard.press('Escape')

    // the address alone opens nothing
    await page.goto(page.url().replace('festivos', 'reglas'))
    await page.getByRole('link', { name: /^Horario/ }).waitFor()
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
        await opened.route(/\/ajustes\/festivos\/\?/, async (route) => {
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
    await plan(page).waitFor({ state: 'detached' })
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
  'D19: what was saved is not offered again when nothing can be read afterwards',
  inBrowser(async (bed) => {
    const sent: string[] = []
    let isCut = false
    const page = await openAgenda(bed, salon, {
      path: settings('servicios'),
      prepare: async (opened) => {
        await opened.route(/\/api\/v1\//, async (route) => {
          const request = route.request()
          const isTrial = request.headers()['x-simular'] === 'true'
          if (isCut) return route.abort('connectionreset')
          if (request.method() !== 'PUT' || isTrial) return route.continue()
          sent.push(request.url())
          const response = await route.fetch()
          isCut = true
          return route.fulfill({ response })
        })
      },
    })
    await page.getByLabel('Precio: Manicura').fill('22')
    await button(page, 'Revisar y guardar').click()
    await button(page, 'Guardar').click()
    await plan(page).waitFor({ state: 'detached' })
    await page.locator('.notice').getByText('Se reintenta solo').waitFor()
    assert.equal(await page.getByText('no se ha guardado').count(), 0)
    await button(page, 'Reintentar').waitFor()
    isCut = false
    await sendAgain(page)
    await page.locator('.notice').waitFor({ state: 'detached' })
    assert.equal(await page.getByLabel('Precio: Manicura').inputValue(), '22')
    assert.equal(sent.length, 1)
  }),
)

test(
  'D71: an entry that does not exist: the message of the API, and a way back to the list',
  inBrowser(async (bed) => {
    const reads: Route[] = []
    const page = await openAgenda(bed, salon, {
      path: settings('servicios&id=999999'),
      prepare: async (opened) => {
        await opened.route(/\/ajustes\/servicios\/999999\//, (route) => {
          reads.push(route)
          return reads.length === 1 ? route.continue() : undefined
        })
      },
    })
    await page.locator('.notice').filter({ hasText: 'servicio' }).waitFor()
    assert.equal(await page.locator('.skeleton').count(), 0)

    // something changes elsewhere, and the answer comes when they have gone on
    const note = { tipo: 'nota', texto: 'Prefiere la tarde' }
    const { items } = dataOf(await salon.backend.get('/clientes/?q=Carla'))
    dataOf(await salon.backend.post(`/clientes/${items[0].id}/notas/`, note), 201)
    await until(async () => reads.length > 1)
    await page.locator('.settings-back').click()
    await page.getByRole('link', { name: /^Corte de flequillo/ }).waitFor()
    const answered = page.waitForResponse((response) => response.url().includes('/999999/'))
    await reads[1]?.continue()
    await (await answered).finished()
    await page.evaluate('new Promise((done) => setTimeout(done))')
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
    await tabTo(page, page.getByRole('link', { name: /^Horario/ }))
    await keyboard.press('Enter')
    const from = page.getByLabel('martes, desde')
    await tabTo(page, from)
    // for a moment it is no time
    await keyboard.type('0830')
    assert.equal(await from.inputValue(), '08:30')
    // without a walk through all days that follow
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
