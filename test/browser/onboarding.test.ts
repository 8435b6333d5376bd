import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectAccount } from '@silla/core'
import { openApi } from '../support/api.ts'
import { testDatabase } from '../support/database.ts'
import { emailsTo } from '../support/emails.ts'
import { freePort } from '../support/free-port.ts'
import { fakeStripe, testProcessors } from '../support/processor.ts'
import { openSalon } from '../support/salon.ts'
import { assertAccessible } from './bed/axe.ts'
import { type BrowserTest, inBrowser } from './bed/in-browser.ts'
import { addAuthenticator, cookieOf, heading } from './bed/staff-site.ts'

/** A salon whose account lacks everything, at an API for customers and staff. */
async function openUnfinished({ t }: BrowserTest) {
  const salon = await openSalon({ now: '2030-03-04T10:00' })
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const site = { port, publicUrl: origin, staffUrl: origin, clock: salon.clock }
  const api = await openApi(undefined, site)
  t.after(api.close)
  const stripe = await fakeStripe(salon.clock)
  const { id: account } = stripe.addAccount({ cardPayments: 'restricted', displayName: 'Navaja' })
  const { admin } = await testDatabase()
  const input = { slug: salon.slug, account, returnUrl: null, feeBasisPoints: null }
  const connected = await connectAccount(
    admin,
    testProcessors,
    { ...input, publicUrl: origin },
    salon.clock,
  )
  return { salon, origin, stripe, account, url: connected.onboardingUrl ?? '' }
}

test(
  'D53: a salon completes its account from an address: code, Stripe, what is missing, verification, ready',
  inBrowser(async (bed) => {
    const { salon, stripe, account, url } = await openUnfinished(bed)
    const page = await bed.visitor({ width: 390 })
    const title = (name: string) => heading(page, name).waitFor()
    const goOn = async () => {
      await page.getByRole('button', { name: 'Enviarme el código' }).click()
      await page.getByText('Hemos enviado un código a h***@e***.com').waitFor()
      const mails = await emailsTo(salon, 'hola@example.com')
      await page.getByLabel('Código de seis cifras').fill(String(mails.at(-1)?.payload.code))
      await page.getByRole('button', { name: 'Seguir en Stripe' }).click()
      await title('Connect Navaja')
    }
    await page.goto(url)
    await title('Prepara los cobros con tarjeta')
    await page.getByText('Qué tipo de negocio eres').waitFor()
    await assertAccessible(page, 'the address')
    await page.getByRole('button', { name: 'Enviarme el código' }).click()
    await page.getByLabel('Código de seis cifras').fill('000000')
    await assertAccessible(page, 'the code')
    await page.getByRole('button', { name: 'Seguir en Stripe' }).click()
    await page.getByRole('alert').filter({ hasText: 'El código no es correcto.' }).waitFor()
    await assertAccessible(page, 'a wrong code')

    salon.setTime('2030-03-04T10:02')
    await page.goto(url)
    await goOn()
    const link = page.url()
    await page.getByRole('button', { name: 'Go back without the bank account' }).click()
    await page.getByText('La cuenta bancaria en la que quieres cobrar').waitFor()
    assert.equal(await page.getByRole('listitem').count(), 1)
    await assertAccessible(page, 'what is missing')
    await page.goto(link)
    await title('Prepara los cobros con tarjeta')

    salon.setTime('2030-03-04T10:04')
    await goOn()
    await page.getByRole('button', { name: 'Complete it; verification stays pending' }).click()
    await title('Stripe está revisando tus datos')
    await assertAccessible(page, 'in verification')
    stripe.setCardPayments(account, 'active')
    await page.getByRole('link', { name: 'Comprobar de nuevo' }).click()
    await title('Ya puedes cobrar con tarjeta')

    const dark = await bed.visitor({ language: 'ar', theme: 'dark', width: 320 })
    stripe.setCardPayments(account, 'restricted', ['external_account'])
    await dark.goto(`${url}/estado`)
    await dark.getByRole('link', { name: 'إكمال البيانات' }).click()
    await dark.getByRole('button', { name: 'أرسلوا لي الرمز' }).waitFor()
    await assertAccessible(dark, 'in Arabic, dark, narrow')
  }),
)

test(
  'D53: an owner goes on from the agenda with a passkey, and returns to what it says then',
  inBrowser(async (bed) => {
    const { salon, origin, stripe, account } = await openUnfinished(bed)
    const owner = await salon.staff('owner', { method: 'code' })
    const page = await bed.visitor()
    await page.context().addCookies([cookieOf(owner)])
    await addAuthenticator(page)
    await page.goto(`${origin}/equipo/?lang=es`)
    await page.getByLabel('Nombre de la llave').fill('Portátil')
    await page.getByRole('button', { name: 'Crear una llave de acceso' }).click()
    await page.getByText('Llave de acceso creada.').waitFor()

    await page.goto(`${origin}/agenda/ajustes`)
    await page.getByRole('link', { name: /^Cobros con tarjeta/ }).click()
    await heading(page, 'Faltan datos').waitFor()
    await page.getByText('La cuenta bancaria en la que quieres cobrar').waitFor()
    await assertAccessible(page, 'the account in the agenda')
    await page.getByRole('button', { name: 'Seguir en Stripe' }).click()
    await heading(page, 'Connect Navaja').waitFor()
    await page.getByRole('button', { name: 'Complete it; verification stays pending' }).click()
    await heading(page, 'Stripe está revisando tus datos').waitFor()
    stripe.setCardPayments(account, 'active')
    const ready = heading(page, 'Ya puedes cobrar con tarjeta')
    // the agenda may have read it again by itself, and has no button then
    await Promise.race([
      page.getByRole('button', { name: 'Comprobar de nuevo' }).click(),
      ready.waitFor(),
    ])
    await ready.waitFor()
    await assertAccessible(page, 'ready in the agenda')
  }),
)
