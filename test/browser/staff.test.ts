import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enterSupport } from '@silla/core'
import { languages } from '@silla/locale'
import type { Page } from 'playwright-core'
import { dataOf } from '../support/assertions.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { staffOf } from '../support/staff.ts'
import { invited, tokenFor } from '../support/staff-members.ts'
import { requestedSupport } from '../support/support-access.ts'
import { assertAccessible } from './bed/axe.ts'
import { inBrowser } from './bed/in-browser.ts'
import {
  addAuthenticator,
  addOwner,
  cookieOf,
  heading,
  latestCode,
  openStaffSite,
} from './bed/staff-site.ts'
import { assertTargetSizes } from './bed/target-size.ts'

// Passkeys are those of Chromium's virtual authenticator.

async function signInWithCode(page: Page, email: string): Promise<void> {
  await page.getByLabel('Correo').first().fill(email)
  await page.getByRole('button', { name: 'Enviar código' }).click()
  await page.getByText('Si el correo es de un equipo').waitFor()
  await page.getByLabel('Código de seis cifras').fill(await latestCode(email))
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await heading(page, 'Carmen Vidal').waitFor()
}

test(
  'D61: a person signs in with a code, makes a passkey, and signs in with it',
  inBrowser(async (bed) => {
    const { url, email } = await openStaffSite(bed)
    const page = await bed.visitor({ width: 390 })
    await addAuthenticator(page)
    await page.goto(url)
    await signInWithCode(page, email)
    await page.getByLabel('Nombre de la llave').fill('Portátil')
    await page.getByRole('button', { name: 'Crear una llave de acceso' }).click()
    await page.getByText('Llave de acceso creada.').waitFor()
    await page.getByRole('button', { name: 'Cerrar sesión' }).click()
    await heading(page, 'Acceso del equipo').waitFor()
    await page.getByRole('button', { name: 'Entrar con llave de acceso' }).click()
    await heading(page, 'Carmen Vidal').waitFor()
    const cookies = await page.context().cookies()
    assert.ok(
      cookies.every(({ httpOnly, secure, sameSite }) => httpOnly && secure && sameSite === 'Lax'),
    )
    assert.equal(await page.evaluate('document.cookie'), '')
  }),
)

test(
  'D61: an owner steps up for recovery codes, loses the passkey and recovers access',
  inBrowser(async (bed) => {
    const { url, email } = await openStaffSite(bed, 'recovers@example.com')
    const page = await bed.visitor()
    await addAuthenticator(page)
    await page.goto(url)
    await signInWithCode(page, email)
    await page.getByLabel('Nombre de la llave').fill('Portátil')
    await page.getByRole('button', { name: 'Crear una llave de acceso' }).click()
    await page.getByText('Llave de acceso creada.').waitFor()
    // the session by code steps up with the new passkey
    await page.getByRole('button', { name: 'Crear códigos nuevos' }).click()
    await page.getByText('Códigos nuevos creados').waitFor()
    const codes = await page
      .getByRole('listitem')
      .filter({ hasText: /^[0-9A-Z]{4}-/ })
      .allTextContents()
    assert.equal(codes.length, 10)

    const other = await bed.visitor({ width: 320 })
    await other.goto(url)
    await other.getByText('Entrar con un código de recuperación').click()
    await other.getByLabel('Correo').last().fill(email)
    await other.getByLabel('Código de recuperación').fill(codes[0] ?? '')
    await other.getByRole('button', { name: 'Recuperar el acceso' }).click()
    await heading(other, 'Carmen Vidal').waitFor()
    await other.getByText('Todavía no tienes una llave de acceso').waitFor()
    // the recovery has ended the other session
    await page.reload()
    await heading(page, 'Acceso del equipo').waitFor()
    await page.getByRole('button', { name: 'Entrar con llave de acceso' }).click()
    await page.getByText('La llave de acceso no ha servido').waitFor()
  }),
)

test(
  'D62: two windows are in one salon, also after one has switched to another',
  inBrowser(async (bed) => {
    const { url, email } = await openStaffSite(bed, 'two@example.com')
    const second = await openSalon({ professionals: ['Zoe'], now: '2030-03-04T10:00' })
    await addOwner(second, email)
    const page = await bed.visitor()
    await page.goto(url)
    await signInWithCode(page, email)
    const salonOf = (window: Page) => window.locator('[data-part="salon"]')
    const tab = await page.context().newPage()
    await tab.goto(url)
    const open = tab.getByRole('button', { name: /^Abrir: / })
    const there = ((await open.getAttribute('aria-label')) ?? '').replace('Abrir: ', '')
    await open.click()
    await salonOf(tab).getByText(there, { exact: true }).waitFor()
    // the first window still shows the first salon, and changes nothing in the other one
    await page.getByLabel('Nombre de la llave').fill('Portátil')
    await page.getByRole('button', { name: 'Crear una llave de acceso' }).click()
    await page.getByText('En otra ventana has pasado a otro salón').waitFor()
    assert.notEqual(await salonOf(page).textContent(), there)
    await page.reload()
    await salonOf(page).getByText(there, { exact: true }).waitFor()
  }),
)

test(
  'D62: a session that is ended from another device is over there',
  inBrowser(async (bed) => {
    const { url, email, owner } = await openStaffSite(bed, 'ends@example.com')
    const [lost, own] = [await bed.visitor(), await bed.visitor()]
    await lost.context().addCookies([cookieOf(owner)])
    await lost.goto(url)
    await heading(lost, 'Carmen Vidal').waitFor()
    await own.goto(url)
    await signInWithCode(own, email)
    await own.getByRole('button', { name: 'Cerrar: Firefox, Linux' }).click()
    await own.getByText('Sesión cerrada.').waitFor()
    await lost.reload()
    await heading(lost, 'Acceso del equipo').waitFor()
  }),
)

test(
  'D66: an owner lets support in, sees that it is inside, and ends it',
  inBrowser(async (bed) => {
    const { url, email, salon } = await openStaffSite(bed, 'supported@example.com')
    const page = await bed.visitor({ width: 320 })
    await addAuthenticator(page)
    const id = await requestedSupport(salon, { canWrite: true })
    await page.goto(url)
    await signInWithCode(page, email)
    await page.getByLabel('Nombre de la llave').fill('Portátil')
    await page.getByRole('button', { name: 'Crear una llave de acceso' }).click()
    await page.getByText('Llave de acceso creada.').waitFor()
    await page.getByText('Pide acceso, ver y cambiar').waitFor()
    await assertAccessible(page, 'support')
    await page.getByRole('button', { name: 'Permitir: silla_admin' }).click()
    await page.getByText('El soporte puede entrar durante 60 minutos.').waitFor()
    await enterSupport(await staffOf(salon), id)
    await page.reload()
    await page.getByText('El soporte está en el salón: silla_admin').waitFor()
    await assertAccessible(page, 'support inside')
    await page.getByRole('button', { name: 'Terminar: silla_admin' }).click()
    await page.getByText('El acceso ha terminado.').waitFor()
    assert.equal(await page.locator('[data-part="support-inside"]').isHidden(), true)
  }),
)

test(
  'D66: somebody accepts an invitation, makes a passkey, and finds the link used up',
  inBrowser(async (bed) => {
    const { url, salon } = await openStaffSite(bed, 'invites@example.com')
    const { email } = await invited(salon, { email: 'invited@example.com', role: 'manager' })
    const link = `${url}invitacion/#${await tokenFor(salon, email)}`
    const page = await bed.visitor({ width: 320 })
    await addAuthenticator(page)
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url(), request.headers().referer ?? ''))
    await page.goto(link)
    await page.getByRole('link', { name: 'English' }).click()
    await page.getByText('Lola Gil').waitFor()
    await assertAccessible(page, 'invitation')
    await page.getByRole('button', { name: 'Accept the invitation' }).click()
    await heading(page, 'You are on the team').waitFor()
    await assertAccessible(page, 'joined')
    assert.equal(new URL(page.url()).hash, '')
    await page.getByLabel('Name of the passkey').fill('Phone')
    await page.getByRole('button', { name: 'Make a passkey' }).click()
    await heading(page, 'Lola Gil').waitFor()
    await page.getByText('Phone').waitFor()

    await page.goto(link)
    await heading(page, 'La invitación ya se ha usado').waitFor()
    await assertAccessible(page, 'used')
    // in the same window, so that only the fragment changes
    await page.goto(`${url}invitacion/#guessed`)
    await heading(page, 'La invitación no es válida').waitFor()
    await page.getByText('Puede que te hayan enviado otra más reciente.').waitFor()
    await page.goto(`${url}invitacion/`)
    await page.getByText('Falta una parte del enlace.').waitFor()
    const [, secret = ''] = link.split('.').slice(-2)
    assert.ok(secret.length > 40 && sent.every((text) => !text.includes(secret)))
  }),
)

/** A shared device of a salon in which somebody has a PIN: the cookie of its browser. */
async function sharedDevice(salon: TestSalon) {
  const person = await salon.staff('receptionist', { name: 'Omar Haddad' })
  dataOf(await person.put('/sesion/pin/', { pin: '2580' }))
  const manager = await salon.staff('manager')
  const { token } = dataOf(await manager.post('/sesion/dispositivos/', { nombre: 'Recepción' }))
  return { ...cookieOf({ token }), name: '__Host-silla_desk' }
}

test(
  'D64: a device is shared, opened with a PIN by touch and keyboard, and locks itself',
  inBrowser(async (bed) => {
    const { url, email } = await openStaffSite(bed, 'desk@example.com')
    const page = await bed.visitor({ width: 390 })
    await addAuthenticator(page)
    await page.clock.install()
    await page.goto(url)
    await signInWithCode(page, email)
    await page.getByLabel('Nombre de la llave').fill('Portátil')
    await page.getByRole('button', { name: 'Crear una llave de acceso' }).click()
    await page.getByText('Llave de acceso creada.').waitFor()
    await page.getByLabel('PIN nuevo').fill('2580')
    await page.getByRole('button', { name: 'Guardar el PIN' }).click()
    await page.getByText('PIN guardado.').waitFor()
    await page.getByLabel('Nombre de este dispositivo').fill('Caja')
    await page.getByRole('button', { name: 'Compartir este dispositivo' }).click()

    const names = heading(page, '¿Quién eres?')
    await names.waitFor()
    await heading(page, 'Hoy · lunes, 4 de marzo de 2030').waitFor()
    await heading(page, 'Ana').waitFor()
    await page.getByText('Sin citas.').waitFor()
    await page.getByRole('button', { name: 'Carmen' }).click()
    await heading(page, 'Hola, Carmen').waitFor()
    for (const digit of '2589') await page.getByRole('button', { name: digit, exact: true }).click()
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await page.getByText('El PIN no es correcto').waitFor()
    await page.keyboard.type('2580')
    await page.keyboard.press('Enter')
    await heading(page, 'Carmen Vidal').waitFor()
    await page.reload()
    await heading(page, 'Carmen Vidal').waitFor()
    await page.clock.fastForward('02:00')
    await page.getByText('Dispositivo bloqueado.').waitFor()
    await names.waitFor()
    await page.reload()
    await names.waitFor()
  }),
)

for (const language of languages)
  test(
    `the pages of staff and of a shared device are accessible and fit 320 px (${language})`,
    inBrowser(async (bed) => {
      const { url, owner, salon } = await openStaffSite(bed, `axe.${language}@example.com`)
      const device = await sharedDevice(salon)
      const theme = language === 'en' ? 'light' : 'dark'
      const page = await bed.visitor({ language, theme, width: 320 })
      await page.goto(`${url}?lang=${language}`)
      await page.locator('[data-part="sign-in"] h1').waitFor()
      await assertAccessible(page, 'sign-in')
      await page.context().addCookies([cookieOf(owner)])
      await page.reload()
      await page.locator('[data-part="account"] h1').waitFor()
      await assertAccessible(page, 'account')
      await page.goto(`${url}mostrador/?lang=${language}`)
      await page.locator('[data-part="not-shared"] h1').waitFor()
      await assertAccessible(page, 'not-shared')
      await page.context().clearCookies()
      await page.context().addCookies([device])
      await page.reload()
      await page.getByRole('button', { name: 'Omar' }).click()
      await page.locator('[data-part="pin"] h1').waitFor()
      await assertAccessible(page, 'pin')
      await assertTargetSizes(page, 'pin')
      await page.locator('[data-part="back"]').click()
      await page.locator('[data-part="people"] h1').waitFor()
      await assertAccessible(page, 'people')
    }),
  )
