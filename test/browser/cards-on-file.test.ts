import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../support/assertions.ts'
import { runJobs } from '../support/jobs.ts'
import { openMailbox } from '../support/mailbox.ts'
import {
  attachedCards,
  bookWithCard,
  chargeFee,
  deposit,
  depositCents,
  feesOf,
  heldAtProcessor,
  missVisit,
  openCardSalon,
  saveCard,
  settleAll,
} from '../support/saved-cards.ts'
import { assertAccessible } from './bed/axe.ts'
import { bookingsOf, diaryOf } from './bed/bookings.ts'
import { embed } from './bed/embed.ts'
import { assertAccessibleInEveryLook } from './bed/every-look.ts'
import { inBrowser } from './bed/in-browser.ts'
import { publicApi } from './bed/public-api.ts'
import { openSalonPage } from './bed/salon-page.ts'
import { chooseTime, fillContact, goOn, heading, mainButton } from './bed/widget.ts'

const cards = {
  authenticated: '4000002500003155',
  authenticatedEachTime: '4000002760003184',
  declined: '4000000000000002',
}

const titles = { es: 'Tu tarjeta', en: 'Your card', ar: 'بطاقتك' } as const

test(
  'D50: who has accepted the terms leaves a card, with the bank’s authentication, and is booked without a charge',
  inBrowser(async (bed) => {
    const salon = await openCardSalon()
    const page = await embed(bed, salon)
    const scripts: string[] = []
    page.on('request', (request) => {
      if (/card-on-file/.test(request.url())) scripts.push(request.url())
    })
    await chooseTime(page)
    await fillContact(page)
    // nothing is paid, so nothing is said about what comes back
    const next = await page.locator('.form > p').last().textContent()
    assert.equal(next, 'En el siguiente paso dejas una tarjeta; ahora no se cobra nada.')
    await goOn(page)
    await heading(page).filter({ hasText: titles.es }).waitFor()
    assert.equal(scripts.length, 1)
    const terms = page.getByRole('checkbox', { name: /guarde mi tarjeta.*hasta 9,25\s€/ })
    await terms.waitFor()
    assert.equal(await terms.isChecked(), false)
    assert.deepEqual(await diaryOf(salon), ['10:00 Ana Corte: Lucía Prado, pendiente'])

    const problem = page.locator('#payment-problem:focus')
    await mainButton(page).click()
    await problem.filter({ hasText: 'marca la casilla' }).waitFor()
    const { setupIntents, paymentMethods } = salon.stripe.fake
    assert.equal(setupIntents(salon.stripe.account).length, 0)
    await terms.check()
    await page.getByLabel('Tarjeta de prueba').selectOption(cards.declined)
    await mainButton(page).click()
    await problem.filter({ hasText: 'Tu tarjeta ha sido rechazada.' }).waitFor()
    await page.getByLabel('Tarjeta de prueba').selectOption(cards.authenticated)
    await mainButton(page).click()
    await page.getByRole('button', { name: 'Hacer fallar la autenticación' }).click()
    await problem.filter({ hasText: 'No hemos podido autenticar' }).waitFor()

    // a reload keeps the booking, and the terms are accepted again
    await page.reload()
    await terms.waitFor()
    assert.equal(await terms.isChecked(), false)
    await terms.check()
    await page.getByLabel('Tarjeta de prueba').selectOption(cards.authenticated)
    await mainButton(page).click()
    await page.getByRole('button', { name: 'Confirmar la tarjeta' }).click()
    await page.getByRole('heading', { name: 'Cita reservada' }).waitFor()
    assert.deepEqual(await diaryOf(salon), ['10:00 Ana Corte: Lucía Prado, confirmada'])
    assert.equal(setupIntents(salon.stripe.account).length, 1)
    assert.equal(paymentMethods().filter(({ customer }) => customer !== null).length, 1)
    assert.equal(heldAtProcessor(salon), 0)
  }),
)

test(
  'D47: the terms of the card stand beside the deposit that saves it, for the form and for wallets',
  inBrowser(async (bed) => {
    const salon = await openCardSalon({ deposit, onlinePage: true })
    const page = await embed(bed, salon)
    await chooseTime(page)
    await fillContact(page)
    const next = await page.locator('.form > p').last().textContent()
    assert.match(next ?? '', /^En el siguiente paso pagas 5,55\s€ en línea\./)
    assert.match(next ?? '', /Puedes cancelar en línea hasta que empiece tu cita\./)
    await goOn(page)
    const terms = page.getByRole('checkbox', { name: /La señal de 5,55\s€ que pago ahora cuenta/ })
    await terms.waitFor()
    assert.equal(await terms.isChecked(), false)
    const problem = page.locator('#payment-problem:focus')
    const { paymentIntents, setupIntents } = salon.stripe.fake
    await page.getByRole('button', { name: 'Apple Pay', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Pagar', exact: true }).click()
    await problem.filter({ hasText: 'marca la casilla' }).waitFor()
    assert.equal(paymentIntents(salon.stripe.account).length, 0)
    await terms.check()
    assert.match((await mainButton(page).textContent()) ?? '', /Pagar 5,55/)
    await assertAccessible(page, 'a deposit with the terms of a card')
    await page.getByLabel('Tarjeta de prueba').selectOption(cards.declined)
    await mainButton(page).click()
    await problem.filter({ hasText: 'Tu tarjeta ha sido rechazada.' }).waitFor()

    // on the page of the booking, with the bank's authentication
    const [booking] = await bookingsOf(salon)
    const manage = await openSalonPage(bed, salon, `/r/${booking?.codigo}`)
    await heading(manage).filter({ hasText: 'Falta el pago' }).waitFor()
    await goOn(manage)
    await manage.getByRole('checkbox', { name: /guarde mi tarjeta/ }).check()
    await manage.getByLabel('Tarjeta de prueba').selectOption(cards.authenticated)
    await mainButton(manage).click()
    await manage.getByRole('button', { name: 'Confirmar el pago' }).click()
    await heading(manage).filter({ hasText: 'Tu cita está reservada' }).waitFor()
    await manage
      .getByText(
        /Si tu tarjeta queda guardada .* cobrar además hasta 3,70\s€ en ella\. .* no te presentas, .* 12,95\s€/,
      )
      .waitFor()
    await settleAll(salon)
    assert.equal(setupIntents(salon.stripe.account).length, 0)
    assert.deepEqual([attachedCards(salon), heldAtProcessor(salon)], [1, depositCents])
  }),
)

test(
  'D51: the page of a booking that was paid online names no fee',
  inBrowser(async (bed) => {
    const salon = await openCardSalon({ onlinePage: true })
    const booking = await bookWithCard(salon)
    await saveCard(salon, booking)
    const limits = async () => {
      const page = await openSalonPage(bed, salon, `/r/${booking.codigo}`)
      return page.locator('p.small', { hasText: 'cancelar' }).textContent()
    }
    assert.match((await limits()) ?? '', /hasta 9,25\s€ .* no te presentas, .* hasta 18,50\s€/)
    const intent = await salon.guest.createIntent(booking)
    salon.stripe.pay(intent)
    dataOf(await salon.guest.confirmPayment(intent, { codigo: booking.codigo }))
    assert.equal((await limits())?.trim(), 'Puedes cancelar en línea hasta que empiece tu cita.')
  }),
)

test(
  'Back on the step of the card neither leaves it nor scrolls it away on a phone',
  inBrowser(async (bed) => {
    const salon = await openCardSalon({ onlinePage: true })
    const page = await openSalonPage(bed, salon, '', { width: 390 })
    await chooseTime(page)
    await fillContact(page)
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    await goOn(page)
    await page.locator('#terms').waitFor()
    const box = () => page.locator('#title').boundingBox()
    const before = await box()
    // some frames later the browser has scrolled to where the entry before was left
    await page.evaluate(`
      const mark = () => document.body.setAttribute('data-returned', '')
      const after = (frames) => (frames === 0 ? mark() : requestAnimationFrame(() => after(frames - 1)))
      addEventListener('popstate', () => after(4))
    `)
    await page.goBack()
    await page.locator('body[data-returned]').waitFor()
    assert.equal(await heading(page).textContent(), titles.es)
    assert.deepEqual(await box(), before)
  }),
)

test(
  'D50: who accepts terms that have changed meanwhile reads the new ones before anything is saved',
  inBrowser(async (bed) => {
    const salon = await openCardSalon({ onlinePage: true })
    const booking = await bookWithCard(salon)
    const page = await openSalonPage(bed, salon, `/r/${booking.codigo}`)
    await goOn(page)
    const terms = page.getByRole('checkbox', { name: /guarde mi tarjeta.*sin coste hasta el 5 / })
    await terms.check()
    dataOf(
      await salon.backend.post(`/reservas/${booking.id}/reprogramar/`, {
        ...{ fecha: '2030-03-08', hora_inicio: '10:00', por_negocio: true },
      }),
    )
    await mainButton(page).click()
    const changed = page.getByRole('checkbox', { name: /sin coste hasta el 7 / })
    await changed.waitFor()
    assert.equal(await changed.isChecked(), false)
    assert.equal(salon.stripe.fake.setupIntents(salon.stripe.account).length, 0)
    await changed.check()
    await goOn(page)
    assert.equal(await heading(page).textContent(), 'Tu cita está reservada')
  }),
)

test(
  'D50: the card of a booking that still waits is left on the page of the booking',
  inBrowser(async (bed) => {
    const salon = await openCardSalon({ onlinePage: true })
    const booking = await bookWithCard(salon)
    const page = await openSalonPage(bed, salon, `/r/${booking.codigo}`)
    await heading(page).filter({ hasText: 'Falta tu tarjeta' }).waitFor()
    await goOn(page)
    await page.getByRole('checkbox', { name: /guarde mi tarjeta/ }).check()
    await goOn(page)
    assert.equal(await heading(page).textContent(), 'Tu cita está reservada')
    await page.getByText(/sin coste hasta .* hasta 9,25\s€ .* hasta 18,50\s€/).waitFor()

    // it is late now: cancelling says what it may cost
    salon.setTime('2030-03-05T12:00')
    await page.getByRole('button', { name: 'Cancelar la cita' }).click()
    await page.getByText(/el salón puede cobrar hasta 9,25\s€/).waitFor()
    await assertAccessibleInEveryLook(page, 'cancelling late')
    await goOn(page)
    assert.equal(await heading(page).textContent(), 'Cita cancelada')
  }),
)

test(
  'D51: the page of a booking says what cancelling and missing it may cost now',
  inBrowser(async (bed) => {
    const salon = await openCardSalon({ onlinePage: true })
    const booking = await bookWithCard(salon)
    await saveCard(salon, booking)
    const limits = async (path = '') => {
      const page = await openSalonPage(bed, salon, `/r/${booking.codigo}${path}`)
      return page
        .locator('p.muted.small')
        .filter({ hasText: /18[,.٫]50/ })
        .textContent()
    }
    assert.match(
      (await limits()) ?? '',
      /sin coste hasta el .*más tarde, .* hasta 9,25\s€ en tu tarjeta\. Si no te presentas, .* hasta 18,50\s€/,
    )
    salon.setTime('2030-03-05T12:00')
    const late = (await limits()) ?? ''
    assert.match(late, /Ya es tarde para cancelar sin coste: .* hasta 9,25\s€ .* hasta 18,50\s€/)
    assert.doesNotMatch(late, /sin coste hasta/)
    assert.match((await limits('?lang=en')) ?? '', /too late to cancel free of charge/)
    assert.match((await limits('?lang=ar')) ?? '', /فات وقت الإلغاء المجاني/)
  }),
)

test(
  'D50, D51: the page of a booking without a card promises no charge and wants no card',
  inBrowser(async (bed) => {
    const salon = await openCardSalon({ onlinePage: true })
    const booking = await bookWithCard(salon)
    dataOf(await salon.backend.post(`/reservas/${booking.id}/confirmar/`, {}))
    const page = await openSalonPage(bed, salon, `/r/${booking.codigo}`)
    await heading(page).filter({ hasText: 'Tu cita está reservada' }).waitFor()
    await page.getByText('Puedes cancelar en línea hasta que empiece tu cita.').waitFor()
    assert.equal(await page.getByText(/tarjeta|sin coste/).count(), 0)
  }),
)

test(
  'D51: a fee that the bank wants to authenticate is paid with the link of the email',
  inBrowser(async (bed) => {
    const salon = await openCardSalon({ onlinePage: true })
    const booking = await missVisit(salon, cards.authenticatedEachTime)
    dataOf(await chargeFee(salon, booking))
    const mailbox = await openMailbox()
    await runJobs(salon, { smtpUrl: mailbox.url, publicUrl: await publicApi() })
    await salon.stripe.deliverWebhooks()
    await runJobs(salon, { smtpUrl: mailbox.url, publicUrl: await publicApi() })
    const link = mailbox.mails
      .map(({ text = '' }) => new RegExp(`http\\S+/s/${salon.slug}/r/\\S+`).exec(text)?.[0])
      .findLast(Boolean)
    assert.ok(link, mailbox.mails.map(({ subject }) => subject).join())
    const page = await bed.visitor({ now: salon.clock.now() })
    await page.goto(link)
    await page.getByText(/tu banco pide que lo confirmes/).waitFor()
    await assertAccessibleInEveryLook(page, 'a fee to confirm')
    assert.match((await mainButton(page).textContent()) ?? '', /Pagar 18,50/)
    await goOn(page)
    await page.getByLabel('Número de tarjeta').waitFor()
    await assertAccessible(page, 'paying a fee')
    await page.getByLabel('Tarjeta de prueba').selectOption(cards.authenticated)
    await mainButton(page).click()
    await page.getByRole('button', { name: 'Confirmar el pago' }).click()
    await page.getByText(/El salón ha cobrado 18,50\s€/).waitFor()
    await settleAll(salon)
    assert.deepEqual(await feesOf(salon, booking), [['charged', 'completed', 1850]])
    assert.equal(heldAtProcessor(salon), 1850)
  }),
)

for (const language of ['es', 'en', 'ar'] as const)
  test(
    `${language}: axe finds nothing where a card is left`,
    inBrowser(async (bed) => {
      const salon = await openCardSalon()
      const page = await embed(bed, salon, { language })
      await page.getByRole('checkbox').check()
      await goOn(page)
      await page.locator('[part~=time] input').first().check()
      await goOn(page)
      await fillContact(page)
      await goOn(page)
      await heading(page).filter({ hasText: titles[language] }).waitFor()
      await page.locator('#terms').waitFor()
      await assertAccessibleInEveryLook(page, 'card', { language })
    }),
  )
