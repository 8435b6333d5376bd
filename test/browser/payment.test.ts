import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKey } from '@silla/tenants'
import type { Page } from 'playwright-core'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { codeFor } from '../support/emails.ts'
import { runJobs } from '../support/jobs.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { assertAccessible } from './bed/axe.ts'
import { bookingsOf, diaryOf } from './bed/bookings.ts'
import { embed } from './bed/embed.ts'
import { type BrowserTest, inBrowser } from './bed/in-browser.ts'
import {
  bookAsGuest,
  chooseTime,
  fillContact,
  goOn,
  heading,
  mainButton,
  recordRequests,
} from './bed/widget.ts'

const prepaid = {
  services: [{ name: 'Corte', priceCents: 1850 }],
  professionals: ['Ana'],
  payments: true,
  settings: { requiresPrepayment: true },
}

const deposit = {
  ...{ percent: 30, amountCents: null, onlyNewCustomers: false, fromTotalCents: 0 },
}

const cards = {
  authenticated: '4000002500003155',
  onBankPage: '4000000000003063',
  declined: '4000000000000002',
  processing: '4000000000001000',
}

const confirmation = /\/pagos\/confirmar\//

const chooseCard = (page: Page, card: string) =>
  page.getByLabel('Tarjeta de prueba').selectOption(card)

/** The payment step of a visit that is booked, with the form ready. */
async function openPayment(bed: BrowserTest, salon: TestSalon): Promise<Page> {
  const page = await embed(bed, salon)
  await bookAsGuest(page)
  await page.getByLabel('Número de tarjeta').waitFor()
  return page
}

const paymentOf = async (salon: TestSalon) => (await bookingsOf(salon))[0]?.pago?.estado

test(
  'a visit is paid with 3-D Secure on the page, and the script is loaded only then',
  inBrowser(async (bed) => {
    const salon = await openSalon(prepaid)
    const page = await embed(bed, salon)
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/stripe.js')) scripts.push(request.url())
    })
    await page.reload()
    await page.getByText('Paso 1 de 4', { exact: true }).waitFor()
    await bookAsGuest(page)
    await page.getByText('Paso 4 de 4', { exact: true }).waitFor()
    await page.getByText(/^Te guardamos la hora: quedan? \d+ min/).waitFor()
    await page.getByLabel('Número de tarjeta').waitFor()
    assert.deepEqual(scripts, [`${salon.stripe.fake.url}/stripe.js`])
    assert.deepEqual(await diaryOf(salon), ['10:00 Ana Corte: Lucía Prado, pendiente'])
    assert.match((await mainButton(page).textContent()) ?? '', /Pagar 18,50/)
    await chooseCard(page, cards.authenticated)
    await mainButton(page).click()
    await page.getByRole('button', { name: 'Confirmar el pago' }).click()
    await page.getByRole('heading', { name: 'Cita reservada' }).waitFor()
    assert.deepEqual(await diaryOf(salon), ['10:00 Ana Corte: Lucía Prado, confirmada'])
    assert.equal(await paymentOf(salon), 'completado')
  }),
)

test(
  'a declined card and a failed authentication are shown, and another card pays',
  inBrowser(async (bed) => {
    const salon = await openSalon(prepaid)
    const page = await openPayment(bed, salon)
    const problem = page.locator('#payment-problem:focus')
    await chooseCard(page, cards.declined)
    await mainButton(page).click()
    await problem.filter({ hasText: 'Tu tarjeta ha sido rechazada.' }).waitFor()
    await chooseCard(page, cards.authenticated)
    await mainButton(page).click()
    await page.getByRole('button', { name: 'Hacer fallar la autenticación' }).click()
    await problem.filter({ hasText: 'No hemos podido autenticar' }).waitFor()
    await chooseCard(page, '4242424242424242')
    await goOn(page)
    assert.equal(await heading(page).textContent(), 'Cita reservada')
    assert.equal(salon.stripe.fake.paymentIntents(salon.stripe.account).length, 1)
    assert.equal(await paymentOf(salon), 'completado')
  }),
)

test(
  'D52: a visit is paid with a wallet; a closed or declined one leaves the form of the card',
  inBrowser(async (bed) => {
    const salon = await openSalon(prepaid)
    const page = await openPayment(bed, salon)
    const wallet = (name: string) => page.getByRole('button', { name, exact: true })
    const sheet = page.getByRole('dialog')
    await wallet('Google Pay').click()
    await sheet.getByRole('button', { name: 'Cancelar' }).click()
    await sheet.waitFor({ state: 'detached' })
    await assertAccessible(page, 'the wallets')
    await wallet('Apple Pay').click()
    await sheet.getByRole('button', { name: 'Pagar con una tarjeta rechazada' }).click()
    const problem = page.locator('#payment-problem:focus')
    await problem.filter({ hasText: 'Tu tarjeta ha sido rechazada.' }).waitFor()
    await wallet('Apple Pay').click()
    await sheet.getByRole('button', { name: 'Pagar', exact: true }).click()
    await page.getByRole('heading', { name: 'Cita reservada' }).waitFor()
    assert.deepEqual(await diaryOf(salon), ['10:00 Ana Corte: Lucía Prado, confirmada'])
    assert.equal(await paymentOf(salon), 'completado')
    assert.equal(salon.stripe.fake.paymentIntents(salon.stripe.account).length, 1)
  }),
)

test(
  'D52: wallets appear at the domain of a key once it is registered, and pay there',
  inBrowser(async (bed) => {
    const salon = await openSalon(prepaid)
    const { admin } = await testDatabase()
    const origin = 'https://salon.example'
    await createKey(admin, salon.businessId, {
      ...{ kind: 'publishable', name: 'Web', origins: [origin] },
    })
    const page = await embed(bed, salon)
    // the page is at that domain as far as the processor can see
    const offered: string[][] = []
    await page.route('**/v1/elements/sessions?*', async (route) => {
      const headers = { ...(await route.request().allHeaders()), origin }
      const response = await route.fetch({ headers })
      offered.push((await response.json()).wallets)
      await route.fulfill({
        response,
        headers: { ...response.headers(), 'access-control-allow-origin': '*' },
      })
    })
    await bookAsGuest(page)
    await page.getByLabel('Número de tarjeta').waitFor()
    const applePay = page.getByRole('button', { name: 'Apple Pay', exact: true })
    assert.equal(await applePay.count(), 0)
    await runJobs(salon)
    await page.reload()
    await applePay.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Pagar', exact: true }).click()
    await page.getByRole('heading', { name: 'Cita reservada' }).waitFor()
    assert.equal(await paymentOf(salon), 'completado')
    const all = ['apple_pay', 'google_pay']
    assert.deepEqual([offered[0], offered.at(-1)], [[], all])
  }),
)

for (const [answer, title, state] of [
  ['Approve', 'Cita reservada', 'confirmada'],
  ['Refuse', 'Pago', 'pendiente'],
] as const)
  test(
    `a return from the page of a bank shows what became of the payment: ${answer}`,
    inBrowser(async (bed) => {
      const salon = await openSalon(prepaid)
      const page = await openPayment(bed, salon)
      await chooseCard(page, cards.onBankPage)
      await mainButton(page).click()
      await page.getByRole('button', { name: answer }).click()
      await page.getByRole('heading', { name: title, exact: true }).waitFor()
      await page.waitForURL((url) => url.search === '')
      if (state === 'pendiente') {
        await page.getByLabel('Número de tarjeta').waitFor()
        await goOn(page)
      }
      assert.deepEqual(await diaryOf(salon), ['10:00 Ana Corte: Lucía Prado, confirmada'])
    }),
  )

test(
  'who pays in another time zone reads whose time it is, and how long it is kept',
  inBrowser(async (bed) => {
    const salon = await openSalon(prepaid)
    const page = await embed(bed, salon, { timeZone: 'America/New_York' })
    await bookAsGuest(page)
    await page.getByLabel('Número de tarjeta').waitFor()
    await page.getByText('Paso 4 de 4', { exact: true }).waitFor()
    await page.getByText(/^Las horas son las de Madrid: allí son ahora las \d+:\d\d\.$/).waitFor()
    const left = page.getByText(/^Te guardamos la hora: quedan? /)
    await left.filter({ hasText: '15 min' }).waitFor()
    await page.clock.fastForward(14 * 60_000)
    await left.filter({ hasText: /0:\d\d$/ }).waitFor()
  }),
)

test(
  'a reload during the payment neither books nor pays again',
  inBrowser(async (bed) => {
    const salon = await openSalon(prepaid)
    const page = await openPayment(bed, salon)
    await page.route(confirmation, (route) => route.abort())
    await mainButton(page).click()
    await page.locator('[part~=notice]').waitFor()
    await page.unroute(confirmation)
    const requests = recordRequests(page)
    await page.reload()
    await page.getByRole('heading', { name: 'Cita reservada' }).waitFor()
    assert.ok(!requests.some((each) => /crear|intent/.test(each)), requests.join(', '))
    assert.equal(salon.stripe.fake.charges(salon.stripe.account).length, 1)
    assert.equal(await paymentOf(salon), 'completado')
  }),
)

test(
  'a blocked script is explained, and can be tried again',
  inBrowser(async (bed) => {
    const salon = await openSalon(prepaid)
    const page = await embed(bed, salon)
    await page.route('**/stripe.js', (route) => route.abort())
    await bookAsGuest(page)
    await page.locator('#blocked').waitFor()
    await assertAccessible(page, 'blocked')
    await page.unroute('**/stripe.js')
    await mainButton(page).click()
    await page.getByLabel('Número de tarjeta').waitFor()
    await goOn(page)
    assert.equal(await paymentOf(salon), 'completado')
  }),
)

test(
  'a payment in processing is on its way, and nothing more is to be paid',
  inBrowser(async (bed) => {
    const salon = await openSalon(prepaid)
    const page = await openPayment(bed, salon)
    await chooseCard(page, cards.processing)
    await goOn(page)
    await page.getByText('Tu banco todavía está procesando el pago.').waitFor()
  }),
)

test(
  'where payment is offered and not required, a visit can be paid at the salon',
  inBrowser(async (bed) => {
    const salon = await openSalon({ ...prepaid, settings: { requiresPrepayment: false } })
    const page = await openPayment(bed, salon)
    await page.getByRole('heading', { name: 'Cita reservada. ¿Pagas ahora?' }).waitFor()
    await page.getByRole('button', { name: 'Pagar en el salón' }).click()
    await page.getByRole('heading', { name: 'Cita reservada', exact: true }).waitFor()
    assert.deepEqual(await diaryOf(salon), ['10:00 Ana Corte: Lucía Prado, confirmada'])
    assert.equal(await paymentOf(salon), undefined)
  }),
)

test(
  'a visit that is not paid in time is released, and another time can be chosen',
  inBrowser(async (bed) => {
    const salon = await openSalon(prepaid)
    const page = await openPayment(bed, salon)
    salon.clock.set(new Date(salon.clock.now().getTime() + 16 * 60_000))
    await runJobs(salon)
    await page.clock.fastForward(16 * 60_000)
    await page.getByRole('heading', { name: 'La hora ha quedado libre' }).waitFor()
    await assertAccessible(page, 'released')
    assert.deepEqual(await diaryOf(salon), ['10:00 Ana Corte: Lucía Prado, cancelada'])
    await goOn(page)
    await page.getByRole('radio', { name: '11:00', exact: true }).check()
    await goOn(page)
    assert.equal(await page.locator('input#name').inputValue(), 'Lucía Prado')
    await goOn(page)
    await page.getByLabel('Número de tarjeta').waitFor()
    await goOn(page)
    assert.equal((await diaryOf(salon)).at(-1), '11:00 Ana Corte: Lucía Prado, confirmada')
  }),
)

test(
  'a deposit and its refund are explained before it is paid, and again before cancelling',
  inBrowser(async (bed) => {
    const refundTiers = [
      { hours: 48, percent: 100 },
      { hours: 2, percent: 50 },
    ]
    const settings = { deposit, refundTiers, cancellationHours: 2 }
    const salon = await openSalon({ ...prepaid, settings })
    const page = await embed(bed, salon)
    await chooseTime(page, { time: '16:00' })
    await fillContact(page)
    const terms = (await page.locator('.form > p').last().textContent())?.replace(/\s+/g, ' ')
    for (const part of [
      /En el siguiente paso pagas 5,55 € en línea\. A pagar en el salón: 12,95 €\./,
      /Si cancelas, se devuelve según el tiempo que falte: 100% \(48 h\), 50% \(2 h\); después, nada/,
    ])
      assert.match(terms ?? '', part)
    await assertAccessible(page, 'deposit')
    assert.match((await mainButton(page).textContent()) ?? '', /Continuar al pago/)
    await goOn(page)

    await page.getByLabel('Número de tarjeta').waitFor()
    await page.getByText(/^A pagar en el salón: 12,95\s€$/).waitFor()
    assert.match((await mainButton(page).textContent()) ?? '', /Pagar 5,55/)
    await chooseCard(page, cards.declined)
    await mainButton(page).click()
    await page.locator('#payment-problem:focus').filter({ hasText: 'rechazada' }).waitFor()
    assert.deepEqual(await diaryOf(salon), ['16:00 Ana Corte: Lucía Prado, pendiente'])
    const attributes = `code="${(await bookingsOf(salon))[0]?.codigo}"`
    const unpaid = await embed(bed, salon, { element: 'manage', attributes })
    await unpaid.getByRole('button', { name: 'Pagar 5,55' }).waitFor()
    await unpaid.getByRole('term').filter({ hasText: 'A pagar en el salón' }).waitFor()
    assert.match(
      (await unpaid.locator('.facts').textContent()) ?? '',
      /A pagar en el salón\s*12,95\s€/,
    )
    await unpaid.close()
    await chooseCard(page, cards.authenticated)
    await mainButton(page).click()
    await page.getByRole('button', { name: 'Confirmar el pago' }).click()
    await page.getByRole('heading', { name: 'Cita reservada' }).waitFor()
    await page.getByText('12,95').waitFor()
    assert.deepEqual(await diaryOf(salon), ['16:00 Ana Corte: Lucía Prado, confirmada'])
    const [booking] = await bookingsOf(salon)
    assert.deepEqual([booking?.pago?.estado, booking?.pago?.monto], ['completado', 5.55])

    const manage = await embed(bed, salon, { element: 'manage', attributes })
    await manage.getByRole('button', { name: 'Cancelar la cita' }).click()
    await manage.getByText('Se te devuelven 2,77 €').waitFor()
    await goOn(manage)
    assert.equal(await heading(manage).textContent(), 'Cita cancelada')
    await runJobs(salon)
    assert.equal(salon.stripe.fake.refunds(salon.stripe.account)[0]?.amount, 277)
  }),
)

test(
  'who signs in sees what they owe, and who signs out owes it like anybody else',
  inBrowser(async (bed) => {
    const settings = { deposit: { ...deposit, onlyNewCustomers: true } }
    const salon = await openSalon({ ...prepaid, settings })
    const nora = { nombre: 'Nora Vidal', email: 'nora@example.com' }
    await salon.customer(nora)
    const earlier = await salon.backend.book('Ana', '09:00', { por_negocio: true, ...nora })
    salon.setTime(`${salon.today}T10:00`)
    dataOf(await salon.backend.post(`/reservas/${dataOf(earlier, 201).id}/completar/`))

    const page = await embed(bed, salon)
    await chooseTime(page, { time: '16:00' })
    const owed = page.getByText('En el siguiente paso pagas 5,55 €')
    await owed.waitFor()
    await page.getByRole('button', { name: 'Entrar con un código' }).click()
    await page.getByLabel('Correo electrónico').fill(nora.email)
    await mainButton(page).click()
    const code = page.getByLabel('Código', { exact: true })
    await code.waitFor()
    await code.fill(await codeFor(salon, nora.email))
    await mainButton(page).click()
    await page.getByText('Has entrado como Nora Vidal').waitFor()
    assert.equal(await owed.count(), 0)
    assert.match((await mainButton(page).textContent()) ?? '', /Reservar/)
    await page.getByRole('button', { name: 'Salir' }).click()
    await owed.waitFor()
    assert.match((await mainButton(page).textContent()) ?? '', /Continuar al pago/)
    await fillContact(page)
    await goOn(page)
    await page.getByRole('heading', { name: 'Pago', exact: true }).waitFor()
    assert.equal((await diaryOf(salon)).at(-1), '16:00 Ana Corte: Lucía Prado, pendiente')
  }),
)

test(
  'without a hold the button says that a payment follows, where the salon takes payments',
  inBrowser(async (bed) => {
    for (const [payments, label] of [
      [true, 'Continuar al pago'],
      [false, 'Reservar'],
    ] as const) {
      const salon = await openSalon({ ...prepaid, payments, settings: { deposit } })
      const page = await embed(bed, salon)
      await page.route(/\/retenciones\//, (route) =>
        route.request().method() === 'OPTIONS'
          ? route.fallback()
          : route.fulfill({
              status: 400,
              headers: { 'access-control-allow-origin': '*' },
              json: {
                success: false,
                error: { code: 'HOLD_LIMIT_REACHED', message: 'Demasiadas horas' },
              },
            }),
      )
      await chooseTime(page)
      await page.getByText('No hemos podido guardarte la hora').first().waitFor()
      assert.equal((await mainButton(page).textContent())?.trim(), label)
    }
  }),
)
