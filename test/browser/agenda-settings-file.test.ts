import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openSalon } from '../support/salon.ts'
import { now, openAgenda } from './bed/agenda.ts'
import { inBrowser } from './bed/in-browser.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const settings = (part: string) => `/agenda/ajustes?parte=${part}`

test(
  'D68: a salon that is configured in its file reads its settings here, which the page says from the start',
  inBrowser(async (bed) => {
    const ofFile = await openSalon({ now, settings: { managedBy: 'file' } })
    const page = await openAgenda(bed, ofFile, { path: settings('marca') })
    await page.getByRole('note').filter({ hasText: 'se configura en su archivo' }).waitFor()
    await page.locator('fieldset.settings-fields:disabled').waitFor()
    assert.equal(await button(page, 'Revisar y guardar').count(), 0)
    await page.getByRole('link', { name: 'Servicios y precios' }).click()
    await page.getByLabel('Precio: Corte', { exact: true }).waitFor()
    assert.ok(await page.getByLabel('Precio: Corte', { exact: true }).isDisabled())
    assert.equal(await page.getByRole('link', { name: 'Añadir servicio' }).count(), 0)
  }),
)
