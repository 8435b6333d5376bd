import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { contentsOf } from '../archives/archived.ts'
import { emailsTo } from '../support/emails.ts'
import { openSalon } from '../support/salon.ts'
import { agendaSite, now, openAgenda } from './bed/agenda.ts'
import { assertAccessible } from './bed/axe.ts'
import { inBrowser } from './bed/in-browser.ts'
import { addAuthenticator, heading } from './bed/staff-site.ts'

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
    // no file describes the data of the salon
    await page.getByRole('link', { name: 'Descargar los datos del salón' }).click()
    await heading(page, 'Descargar los datos del salón').waitFor()
    await page.getByText(/^Un archivo con todo lo que tiene el salón/).waitFor()
    assert.equal(await page.getByRole('note').count(), 0)
  }),
)

test(
  "D68: an owner requests the salon's data, opens the link of the email signed out, and downloads it with a passkey",
  inBrowser(async (bed) => {
    const salon = await openSalon({ now, professionals: ['Ana'] })
    const email = 'carmen@example.com'
    const page = await openAgenda(bed, salon, {
      person: { method: 'code', email },
      path: settings('descarga'),
      async prepare(page) {
        await addAuthenticator(page)
        await page.goto(`${await agendaSite()}/equipo/?lang=es`)
        await page.getByLabel('Nombre de la llave').fill('Portátil')
        await button(page, 'Crear una llave de acceso').click()
        await page.getByText('Llave de acceso creada.').waitFor()
      },
    })
    await heading(page, 'Descargar los datos del salón').waitFor()
    await assertAccessible(page, 'before a link was requested')
    // a passkey that was used too long ago is used again
    salon.setTime('2030-03-04T11:10')
    await button(page, `Enviar el enlace a \u2068${email}\u2069`).click()
    await page
      .locator('.outcome')
      .getByText(/^Enviamos el enlace a/)
      .first()
      .waitFor()
    await page.getByText(/^Puedes pedir otro a partir del .*12:10/).waitFor()
    await assertAccessible(page, 'a link that was requested')
    const token = String((await emailsTo(salon, email)).at(-1)?.payload.token)

    const link = `${await agendaSite()}${settings('descarga')}#${token}`
    await page.context().clearCookies()
    await page.goto('about:blank')
    await page.goto(link)
    await button(page, 'Entrar con llave de acceso').click()
    await page.waitForURL(link)
    const saving = page.waitForEvent('download')
    await button(page, 'Descargar').click()
    const saved = await saving
    assert.equal(saved.suggestedFilename(), `${salon.slug}-2030-03-04.tar`)
    const contents = await contentsOf(await saved.path())
    assert.equal(JSON.parse(contents.get('manifest.json') ?? '').business.id, salon.businessId)
    await page.getByText(/^Descargado\./).waitFor()
    await assertAccessible(page, 'a download')

    await page.goto(`${await agendaSite()}${settings('descarga')}`)
    await button(page, 'Anular el enlace').click()
    await page.getByText('El último enlace está anulado.').first().waitFor()
    await page.goto('about:blank')
    await page.goto(link)
    await button(page, 'Descargar').click()
    await page.getByText('Este enlace no sirve').first().waitFor()

    const manager = await openAgenda(bed, salon, { role: 'manager', path: '/agenda/ajustes' })
    await manager.getByRole('link', { name: /^Horario/ }).waitFor()
    assert.equal(await manager.getByRole('link', { name: /^Descargar los datos/ }).count(), 0)
  }),
)
