import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { openSalon } from '../support/salon.ts'
import { bookingsOf, diaryOf } from './bed/bookings.ts'
import { assertAccessibleInEveryLook } from './bed/every-look.ts'
import { inBrowser } from './bed/in-browser.ts'
import { publicApi } from './bed/public-api.ts'
import { openSalonPage } from './bed/salon-page.ts'
import { bookAsGuest, goOn, heading } from './bed/widget.ts'

const barbershop = {
  services: [
    { name: 'Corte', priceCents: 1850 },
    { name: 'Barba', priceCents: 950 },
  ],
  professionals: ['Ana', 'Bea'],
  settings: { onlinePage: true, cancellationHours: 2 },
}

test(
  'a visit is booked on the page of the salon, and cancelled on the page that it links to',
  inBrowser(async (bed) => {
    const salon = await openSalon(barbershop)
    const page = await openSalonPage(bed, salon)
    await bookAsGuest(page, { professional: 'Ana', time: '16:00' })
    await page.getByRole('link', { name: 'Cambiar o cancelar' }).click()
    const [booking] = await bookingsOf(salon)
    await page.waitForURL(`**/s/${salon.slug}/r/${booking?.codigo}**`)
    await page.getByRole('button', { name: 'Cancelar la visita' }).click()
    await goOn(page)
    assert.equal(await heading(page).textContent(), 'Visita cancelada')
    assert.deepEqual(await diaryOf(salon), ['16:00 Ana Corte: Lucía Prado, cancelada'])
    assert.deepEqual(await page.context().cookies(), [])
  }),
)

test(
  'what is due is paid on the page of a booking, and only there the processor is loaded',
  inBrowser(async (bed) => {
    const salon = await openSalon({
      ...barbershop,
      payments: true,
      settings: { onlinePage: true, requiresPrepayment: true },
    })
    const { codigo } = dataOf(await salon.guest.book('Ana', '16:00'), 201)
    const api = await publicApi()
    const page = await openSalonPage(bed, salon)
    const others: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(api)) others.push(request.url())
    })
    await page.goto(`${api}/s/${salon.slug}`)
    await page.getByRole('checkbox', { name: 'Corte' }).waitFor()
    await page.goto(`${api}/s/${salon.slug}/r/${codigo}`)
    await page.locator('#title').filter({ hasText: 'Falta el pago' }).waitFor()
    assert.deepEqual(others, [])
    await goOn(page)
    await page.getByLabel('Número de tarjeta').waitFor()
    assert.equal(others[0], `${salon.stripe.fake.url}/stripe.js`)
    await page.getByLabel('Tarjeta de prueba').selectOption('4000000000003063')
    await page.locator('[part~=button]').click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.locator('#title').filter({ hasText: 'Tu visita está reservada' }).waitFor()
    assert.ok(!page.url().includes('payment_intent'), page.url())
    assert.equal((await bookingsOf(salon))[0]?.pago?.estado, 'completado')
  }),
)

for (const language of ['es', 'en', 'ar'] as const)
  test(
    `${language}: axe finds nothing on the pages, light and dark, at 320 and 1280 px`,
    inBrowser(async (bed) => {
      const salon = await openSalon(barbershop)
      const { codigo } = dataOf(await salon.guest.book('Ana', '16:00'), 201)
      const page = await openSalonPage(bed, salon, `?lang=${language}`)
      const origin = await publicApi()
      const check = (what: string) => assertAccessibleInEveryLook(page, `${language}, ${what}`)
      await page.getByRole('checkbox', { name: 'Corte' }).waitFor()
      assert.equal(
        await page.locator('html').getAttribute('dir'),
        language === 'ar' ? 'rtl' : 'ltr',
      )
      await check('booking page')
      await page.goto(`${origin}/s/${salon.slug}/r/${codigo}?lang=${language}`)
      await heading(page).waitFor()
      await check('page of a booking')
      await page.goto(`${origin}/s/${salon.slug}/r/ABCDEFGHJK?lang=${language}`)
      await check('unknown code')
      await page.goto(`${origin}/s/nobody?lang=${language}`)
      await check('unknown salon')
    }),
  )

test(
  'without JavaScript the page can be read, and says how to book',
  inBrowser(async (bed) => {
    const salon = await openSalon(barbershop)
    const { codigo } = dataOf(await salon.guest.book('Ana', '16:00'), 201)
    const page = await openSalonPage(bed, salon, '', { javaScript: false })
    await page.getByRole('heading', { level: 1, name: salon.slug }).waitFor()
    for (const text of ['Corte', '18,50', 'Ana', 'Calle Mayor 1', '9:00'])
      await page.getByText(text).first().waitFor()
    await page
      .getByRole('link', { name: /912 34 56 78|\+34912345678/ })
      .first()
      .waitFor()
    await page.locator('noscript, .noscript').first().waitFor({ state: 'attached' })
    await page.goto(`${await publicApi()}/s/${salon.slug}/r/${codigo}`)
    for (const text of ['Corte', 'Ana', codigo]) await page.getByText(text).first().waitFor()
  }),
)

test(
  'an address edited by hand, a page that is off and a suspended salon have a page each',
  inBrowser(async (bed) => {
    const salon = await openSalon(barbershop)
    const closed = await openSalon({ ...barbershop, settings: { onlinePage: false } })
    const suspended = await openSalon(barbershop)
    const { admin } = await testDatabase()
    await admin`
      update registry.businesses set status = 'suspended'
      where business_id = ${suspended.businessId}`
    const other = dataOf(await closed.guest.book('Ana', '16:00'), 201)
    const origin = await publicApi()
    const page = await openSalonPage(bed, salon, '?servicio_id=abc&peluquero_id=-1&lang=xx')
    await page.getByRole('checkbox', { name: 'Corte' }).waitFor()
    for (const [path, status] of [
      [`/s/${closed.slug}`, 404],
      [`/s/${closed.slug}/r/${other.codigo}`, 404],
      [`/s/${salon.slug}/r/${other.codigo}`, 404],
      [`/s/${suspended.slug}`, 403],
    ] as const) {
      const response = await page.goto(`${origin}${path}`)
      assert.equal(response?.status(), status, path)
      assert.ok(((await page.locator('h1').textContent()) ?? '').length > 5, path)
      assert.doesNotMatch((await page.locator('body').textContent()) ?? '', /[A-Z]+_[A-Z]+/)
    }
  }),
)
