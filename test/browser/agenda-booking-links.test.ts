import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../support/assertions.ts'
import { openAgenda, openBusySalon } from './bed/agenda.ts'
import { assertAccessible } from './bed/axe.ts'
import { inBrowser } from './bed/in-browser.ts'

const path = '/agenda/ajustes?parte=enlaces'

test(
  'D79: the links for Google and others are copied, and lead to the bookings that came from them',
  inBrowser(async (bed) => {
    const salon = await openBusySalon({ settings: { onlinePage: true } })
    dataOf(await salon.guest.book('Ana Prieto', '18:00', { origen: 'google' }), 201)
    const page = await openAgenda(bed, salon, { path })
    const address = `https://book.example/s/${salon.slug}?origen=google`
    const google = page.getByRole('textbox', { name: /Google/ })
    assert.equal(await google.inputValue(), address)
    await assertAccessible(page, 'booking links')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copiar: Perfil de Empresa de Google' }).click()
    await page.getByText('Enlace copiado.').waitFor()
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), address)

    await page.getByRole('link', { name: 'Ver las citas por origen' }).click()
    await page.getByRole('rowheader', { name: 'google' }).waitFor()
    await page.getByRole('rowheader', { name: 'Sin origen conocido' }).waitFor()
  }),
)

test(
  'a salon without a page reads why it has no links',
  inBrowser(async (bed) => {
    const salon = await openBusySalon()
    const page = await openAgenda(bed, salon, { path })
    await page.getByText('Tu página de reservas no está publicada.').waitFor()
  }),
)
