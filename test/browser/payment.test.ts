import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { runJobs } from '../support/jobs.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { assertAccessible } from './bed/axe.ts'
import { bookingsOf, diaryOf } from './bed/bookings.ts'
import { embed } from './bed/embed.ts'
import { type BrowserTest, inBrowser } from './bed/in-browser.ts'
import { bookAsGuest, goOn, heading, mainButton, recordRequests } from './bed/widget.ts'

const prepaid = {
  services: [{ name: 'Corte', priceCents: 1850 }],
  professionals: ['Ana'],
  payments: true,
  settings: { requiresPrepayment: true },
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
