import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../support/until.ts'
import { openAgenda, openBusySalon, piece } from './bed/agenda.ts'
import { inBrowser } from './bed/in-browser.ts'

const salon = await openBusySalon()

/** The device has what it reads without a connection. */
const isKept = (page: Page) =>
  until(() => page.evaluate<boolean>("caches.match('/agenda').then(Boolean)"))

test(
  'D72: without a connection the list of the next day is that day, when cancelled visits were in view',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon, { path: '/agenda/lista' })
    await isKept(page)
    await page.getByRole('button', { name: 'Ver canceladas' }).click()
    await page.getByText('Ninguna este día.').waitFor()
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Día siguiente' }).click()
    await page.getByText('Nada este día.').waitFor()
    assert.equal(await page.getByText('Lucía').count(), 0)
    // nor is it known whether some of that day were cancelled
    assert.equal(await page.getByText('Ninguna este día.').count(), 0)
    await page.context().setOffline(false)
    await page.getByText('Ninguna este día.').waitFor()
  }),
)

test(
  'D72: without a connection a view that the device does not have says so, and opens later',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon)
    await isKept(page)
    await page.context().setOffline(true)
    await page.reload()
    await piece(page, 'Carla M.').waitFor()
    const link = page.getByRole('link', { name: 'Por confirmar' })
    await link.click()
    await page.locator('.notice').getByText('Sin conexión. Prueba otra vez').waitFor()
    await page.context().setOffline(false)
    await piece(page, 'Carla Montes').waitFor()
    await link.click()
    await page.getByText('Todo está confirmado.').waitFor()
  }),
)

test(
  'D72: a view that the device does not have works as before once there is a connection',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon, { path: '/agenda/confirmar' })
    const none = page.getByText('Todo está confirmado.')
    const customers = page.getByRole('link', { name: 'Clientes' })
    await none.waitFor()
    await isKept(page)
    await page.context().setOffline(true)
    await page.reload()
    const stored = page.getByText(/^Sin conexión: agenda de/)
    await stored.waitFor()
    assert.equal(await customers.count(), 0)
    await page.context().setOffline(false)
    await none.waitFor()
    await stored.waitFor({ state: 'detached' })
    await customers.waitFor()
  }),
)
