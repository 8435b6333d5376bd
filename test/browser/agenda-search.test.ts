import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openAgenda, openBusySalon } from './bed/agenda.ts'
import { inBrowser } from './bed/in-browser.ts'

const salon = await openBusySalon()

const field = (page: Page) => page.getByLabel('Nombre, teléfono o correo')
const found = (page: Page) => page.locator('.results .result')

test(
  'D71: customers are found by name, phone and email, in an address that can be loaded again',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon, { path: '/agenda/buscar' })
    for (const [text, name] of [
      ['345678', 'Lucía Prado'],
      ['carla@exam', 'Carla Montes'],
      ['ibañez', 'Sol Ibáñez'],
    ] as const) {
      await field(page).fill(text)
      await found(page).filter({ hasText: name }).waitFor()
      assert.equal(await found(page).count(), 1, text)
    }
    await page.getByRole('status').getByText('1 cliente').waitFor({ state: 'attached' })
    await field(page).press('Enter')
    await page.waitForURL(/q=iba/)
    await page.reload()
    await found(page).filter({ hasText: 'Sol Ibáñez' }).waitFor()

    await found(page).click()
    const sheet = page.getByRole('dialog', { name: 'Sol Ibáñez' })
    await sheet.getByText('Visitas', { exact: true }).waitFor()
    await sheet.getByRole('button', { name: 'Nueva cita' }).click()
    await page.getByRole('dialog', { name: 'Nueva cita' }).getByText('Sol Ibáñez').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')

    await field(page).fill('nadie así')
    await page.getByText('Nadie con ese nombre').waitFor()
    await field(page).fill('n')
    await page.getByText('Nadie con ese nombre').waitFor({ state: 'detached' })
  }),
)

test(
  'D71: an answer that comes after somebody has typed on is not shown',
  inBrowser(async (bed) => {
    let answer = () => {}
    const held = /\/clientes\/\?.*q=Luc/
    const page = await openAgenda(bed, salon, {
      path: '/agenda/buscar',
      prepare: async (opened) => {
        await opened.route(held, async (route) => {
          await new Promise<void>((resolve) => {
            answer = resolve
          })
          await route.continue()
        })
      },
    })
    const sent = page.waitForRequest(held)
    await field(page).fill('Luc')
    await sent
    await field(page).fill('Emma')
    await found(page).filter({ hasText: 'Emma Ríos' }).waitFor()
    const late = page.waitForResponse(held)
    answer()
    await (await late).finished()
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
    assert.deepEqual(await found(page).locator('.strong').allTextContents(), ['Emma Ríos'])
  }),
)
