import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages } from '@silla/locale'
import type { Locator } from 'playwright-core'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { runJobs } from '../support/jobs.ts'
import { openMailbox } from '../support/mailbox.ts'
import { insertReviews } from '../support/reviews.ts'
import { openSalon } from '../support/salon.ts'
import { bookingsOf, diaryOf } from './bed/bookings.ts'
import { assertAccessibleInEveryLook } from './bed/every-look.ts'
import { inBrowser } from './bed/in-browser.ts'
import { publicApi } from './bed/public-api.ts'
import { openSalonPage } from './bed/salon-page.ts'
import { bookAsGuest, fillContact, goOn, heading } from './bed/widget.ts'

const barbershop = {
  services: [
    { name: 'Corte', priceCents: 1850 },
    { name: 'Barba', priceCents: 950 },
  ],
  professionals: ['Ana', 'Bea'],
  settings: { onlinePage: true, cancellationHours: 2 },
}

const boxOf = async (target: Locator) => (await target.boundingBox()) ?? assert.fail(`${target}`)

/** Whether the window shows all of it, and not behind the foot of the widget. */
async function isInView(target: Locator): Promise<boolean> {
  const page = target.page()
  const { y, height } = await boxOf(target)
  const foot = page.locator('[part=footer]:not(.empty)')
  const bottom = (await foot.count()) ? (await boxOf(foot)).y : (page.viewportSize()?.height ?? 0)
  return y >= 0 && y + height <= bottom
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
    await page.getByText('lunes, 4 de marzo 16:00 – 16:30').waitFor()
    await page.getByRole('button', { name: 'Cancelar la cita' }).click()
    await goOn(page)
    assert.equal(await heading(page).textContent(), 'Cita cancelada')
    assert.deepEqual(await diaryOf(salon), ['16:00 Ana Corte: Lucía Prado, cancelada'])
    assert.deepEqual(await page.context().cookies(), [])
    await page.getByRole('link', { name: 'Reservar otra vez' }).click()
    await heading(page).filter({ hasText: '¿Con quién?' }).waitFor()
  }),
)

test(
  'the next free time is in the first view, and one tap leads to the contact details',
  inBrowser(async (bed) => {
    const salon = await openSalon({ ...barbershop, now: '2030-03-04T08:00' })
    const page = await openSalonPage(bed, salon, '', { width: 390 })
    const next = page.getByRole('button', {
      name: 'Próxima hora: hoy 9:00 Corte · 2 personas libres',
    })
    await next.waitFor()
    assert.ok(await isInView(next))
    await page.getByRole('checkbox', { name: 'Barba' }).check()
    await page.getByRole('button', { name: 'Barba · 2 personas libres' }).click()
    await heading(page).filter({ hasText: 'Tus datos' }).waitFor()
    await page.getByText('Te guardamos la hora').waitFor()
    await fillContact(page)
    await goOn(page)
    assert.match((await diaryOf(salon)).join(), /^09:00 (Ana|Bea) Barba: Lucía Prado, confirmada$/)

    // who comes back is offered the same services again
    const again = await page.context().newPage()
    await again.goto(page.url())
    await again
      .getByRole('button', { name: 'Próxima hora: hoy 9:00 Barba · 1 persona libre' })
      .waitFor()
  }),
)

test(
  'from the second step on the widget fills a phone, with times and the waitlist in view',
  inBrowser(async (bed) => {
    const now = '2030-03-20T08:00'
    const closings = Object.fromEntries(
      Array.from({ length: 30 }, (_, day) => [`2030-04-${String(day + 1).padStart(2, '0')}`, null]),
    )
    const salon = await openSalon({ ...barbershop, now, closings })
    const page = await openSalonPage(bed, salon, '', { width: 390 })
    await page.getByRole('checkbox', { name: 'Corte' }).check()
    await goOn(page)
    await goOn(page)
    await page.getByRole('radio', { name: '9:00', exact: true }).waitFor()
    const { y, height } = await boxOf(page.locator('silla-booking'))
    assert.ok(Math.abs(y) < 1 && height >= 780, `${y} ${height}`)
    assert.equal(await page.locator('[data-date]').first().getAttribute('data-date'), '2030-03-18')
    assert.ok(await isInView(page.getByRole('radio', { name: '9:00', exact: true })))
    await page.getByRole('button', { name: 'Mes siguiente' }).click()
    const tellMe = page.getByRole('button', { name: 'Avísame si queda algo libre' })
    await tellMe.waitFor()
    assert.ok(await isInView(tellMe))
  }),
)

test(
  'the services are where the page has shown them before the widget was there',
  inBrowser(async (bed) => {
    const salon = await openSalon({
      ...barbershop,
      services: [
        { name: 'Corte', priceCents: 1850 },
        { name: 'Barba', priceCents: 950, offerPriceCents: 800, category: 'Barba' },
      ],
    })
    for (const width of [320, 1280] as const) {
      const page = await openSalonPage(bed, salon, '', { width })
      const shown = await boxOf(page.locator('.card', { hasText: 'Barba' }).locator('.grow'))
      await page.route('**/widget/**', (route) => route.abort())
      await page.reload()
      const before = await boxOf(
        page.locator('.services li', { hasText: 'Barba' }).locator('.what'),
      )
      for (const side of ['x', 'y', 'width', 'height'] as const)
        assert.ok(
          Math.abs(shown[side] - before[side]) < 1,
          `${width}: ${side} ${JSON.stringify([before, shown])}`,
        )
    }
  }),
)

for (const language of languages)
  test(
    `${language}: page, widget and email show the same amount, rating and time`,
    inBrowser(async (bed) => {
      const salon = await openSalon({ ...barbershop, professionals: ['Ana', 'Bea'] })
      const day = '2030-03-01'
      await insertReviews(
        salon,
        'Ana',
        [5, 5, 5, 5, 4].map((rating) => ({ rating, day })),
      )
      const page = await openSalonPage(bed, salon, `?lang=${language}`, { language })
      const textOf = async (target: Locator) => plain((await target.textContent()) ?? '')
      const corte = page.locator('.card', { hasText: 'Corte' })
      const price = await textOf(corte.locator('.small .strong'))
      await corte.getByRole('checkbox').check()
      await goOn(page)
      const ana = page.locator('.card', { hasText: 'Ana' })
      const rating = await textOf(ana.locator('[aria-hidden] > svg').locator('..'))
      await ana.getByRole('radio').check()
      await goOn(page)
      const times = page.locator('[part~=time]')
      const opening = await textOf(times.locator('.face').first())
      const time = await textOf(times.filter({ hasText: /\b(4|16):30/ }).locator('.face'))
      await page.getByRole('radio', { name: time, exact: true }).check()
      await goOn(page)
      await fillContact(page)
      await goOn(page)
      const [booking] = await bookingsOf(salon)
      assert.equal(booking?.hora_inicio, '16:30')
      const mailbox = await openMailbox()
      await runJobs(salon, { smtpUrl: mailbox.url, publicUrl: await publicApi() })
      const mail = plain(mailbox.mails.map(({ text }) => text).join())

      await page.route('**/widget/**', (route) => route.abort())
      await page.reload()
      const server = await textOf(page.locator('body'))
      await page.goto(`${await publicApi()}/s/${salon.slug}/r/${booking?.codigo}?lang=${language}`)
      const manage = await textOf(page.locator('main'))
      assert.match(`${price} ${rating} ${opening} ${time}`, /18.50.* 4.8 9:00.* (16:30|4:30)/)
      for (const [name, text, expected] of [
        ['page', server, [price, rating, opening]],
        ['page of the booking', manage, [price, time]],
        ['email', mail, [price, time]],
      ] as const)
        for (const each of expected) assert.ok(text.includes(each), `${name}: ${each} in ${text}`)
    }),
  )

/** Without marks of direction, and with plain spaces. */
const plain = (text: string) =>
  text
    .replace(/[\u200e\u200f\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim()

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
    await page.locator('#title').filter({ hasText: 'Tu cita está reservada' }).waitFor()
    assert.ok(!page.url().includes('payment_intent'), page.url())
    assert.equal((await bookingsOf(salon))[0]?.pago?.estado, 'completado')
  }),
)

for (const language of languages)
  test(
    `${language}: axe finds nothing on the pages, light and dark, at 320 and 1280 px`,
    inBrowser(async (bed) => {
      const salon = await openSalon(barbershop)
      const { codigo } = dataOf(await salon.guest.book('Ana', '16:00'), 201)
      const page = await openSalonPage(bed, salon, `?lang=${language}`)
      const origin = await publicApi()
      const check = (what: string) => assertAccessibleInEveryLook(page, what, { language })
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
      .getByRole('link', { name: /\+34 912 34 56 78/ })
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
