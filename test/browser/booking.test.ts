import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../support/database.ts'
import { codeFor } from '../support/emails.ts'
import { addMessageSenders } from '../support/message-salon.ts'
import { openSalon } from '../support/salon.ts'
import { bookingsOf, diaryOf } from './bed/bookings.ts'
import { embed } from './bed/embed.ts'
import { assertAccessibleInEveryLook } from './bed/every-look.ts'
import { inBrowser } from './bed/in-browser.ts'
import { publicApi } from './bed/public-api.ts'
import {
  bookAsGuest,
  chooseTime,
  eventsOf,
  fillContact,
  goOn,
  heading,
  mainButton,
  recordRequests,
} from './bed/widget.ts'

const barbershop = {
  services: [
    { name: 'Corte', minutes: 30, priceCents: 1850 },
    { name: 'Barba', minutes: 15, priceCents: 950 },
  ],
  professionals: ['Ana', 'Bea'],
}

test(
  'a guest books on the page of another origin, under a strict policy with Trusted Types',
  inBrowser(async (bed) => {
    const salon = await openSalon(barbershop)
    const page = await embed(bed, salon, {
      policy: "require-trusted-types-for 'script'; trusted-types lit-html",
    })
    await bookAsGuest(page, { professional: 'Ana' })
    assert.equal(await heading(page).textContent(), 'Cita reservada')
    assert.deepEqual(await diaryOf(salon), ['10:00 Ana Corte: Lucía Prado, confirmada'])
    const [booking] = await bookingsOf(salon)
    const [booked, ...others] = await eventsOf(page)
    assert.deepEqual(
      [booked?.type, booked?.detail.codigo, others],
      ['silla:booked', booking?.codigo, []],
    )
    await page.getByText(booking?.codigo ?? '').waitFor()
    await page.getByText('lucia@example.com').waitFor()
  }),
)

test(
  'pictures of services and people are shown with their size, when they are in view',
  inBrowser(async (bed) => {
    const salon = await openSalon({
      ...barbershop,
      editFile: (file) => ({
        ...file,
        services: file.services.map((service, index) => ({
          ...service,
          imageUrl: index === 0 ? '/cut.png' : '',
        })),
        professionals: file.professionals.map((professional, index) => ({
          ...professional,
          imageUrl: index === 0 ? '/ana.png' : '',
        })),
      }),
    })
    const page = await embed(bed, salon)
    const pictures = async () => {
      const images = page.locator('silla-booking img')
      await images.first().waitFor()
      const names = ['src', 'alt', 'loading', 'width', 'height']
      return Promise.all(
        (await images.all()).map(async (image) => {
          const values = await Promise.all(names.map((name) => image.getAttribute(name)))
          return values.join(' ')
        }),
      )
    }
    assert.deepEqual(await pictures(), [`${await publicApi()}/cut.png  lazy 64 64`])
    await page.getByRole('checkbox', { name: 'Corte' }).check()
    await goOn(page)
    assert.deepEqual(await pictures(), [`${await publicApi()}/ana.png  lazy 44 44`])
  }),
)

test(
  'a guest ticks how they may be reminded, which needs a phone, and nothing is ticked before',
  inBrowser(async (bed) => {
    const salon = await openSalon(barbershop)
    await addMessageSenders(salon)
    const page = await embed(bed, salon)
    await chooseTime(page)
    await fillContact(page)
    const choice = page.getByRole('group', { name: '¿Cómo te avisamos?' })
    const sms = choice.getByRole('checkbox', { name: 'SMS' })
    assert.equal(await choice.getByRole('checkbox', { checked: true }).count(), 0)
    await sms.check()
    await mainButton(page).click()
    await page.locator('#phone-problem').waitFor()
    await page.locator('input#phone').fill('600 11 22 33')
    // what is entered survives a reload, and nothing is ticked for the next booking
    await page.reload()
    await sms.and(page.locator(':checked')).waitFor()
    await goOn(page)
    await page.getByText(/^Hemos enviado la confirmación a \W*\+34600112233\W*\.$/).waitFor()
    const { witness } = await testDatabase()
    const consents = await witness`
      select kind, granted, phone, wording from customer_consents
      where business_id = ${salon.businessId}`
    assert.deepEqual(
      consents.map(({ kind, granted, phone }) => [kind, granted, phone]),
      [['sms', true, '+34600112233']],
    )
    assert.match(consents[0]?.wording, /por SMS.*BAJA/)
    await page.getByRole('button', { name: 'Reservar otra cita' }).click()
    await chooseTime(page, { time: '11:00' })
    await choice.waitFor()
    assert.equal(await choice.getByRole('checkbox', { checked: true }).count(), 0)
    await goOn(page)
    const [booking] = (await bookingsOf(salon)).filter(({ hora_inicio }) => hora_inicio === '11:00')
    assert.ok(booking)
  }),
)

test(
  'several services with anyone who is free are one visit',
  inBrowser(async (bed) => {
    const salon = await openSalon(barbershop)
    const page = await embed(bed, salon)
    await page.getByRole('checkbox', { name: 'Corte' }).check()
    await page.getByRole('checkbox', { name: 'Barba' }).check()
    await page.getByText('28 €').waitFor()
    await page.getByText('2 servicios · 45 min').waitFor()
    await bookAsGuest(page, { services: [] })
    const [booking, ...others] = await bookingsOf(salon)
    assert.deepEqual(
      [booking?.servicios.map(({ nombre }) => nombre), others],
      [['Corte', 'Barba'], []],
    )
  }),
)

test(
  'each service of a visit has the person that was chosen for it, after a reload and when it is moved',
  inBrowser(async (bed) => {
    const salon = await openSalon({ ...barbershop, settings: { cancellationHours: 2 } })
    const page = await embed(bed, salon)
    await page.getByRole('checkbox', { name: 'Corte' }).check()
    await page.getByRole('checkbox', { name: 'Barba' }).check()
    await goOn(page)
    await page.getByRole('radio', { name: 'Cada servicio con…' }).check()
    await page.getByLabel('Corte').focus()
    await page.keyboard.type('Ana')
    await page.keyboard.press('Tab')
    await page.getByLabel('Barba').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Bea')
    await assertAccessibleInEveryLook(page, 'a person for each service')
    await goOn(page)
    await page.getByRole('radio', { name: '10:00', exact: true }).check()
    await page.goBack()
    await page.getByRole('radio', { name: 'Cada servicio con…', checked: true }).waitFor()
    await page.reload()
    assert.equal(await page.getByLabel('Barba').inputValue(), String(salon.id('Bea')))
    await goOn(page)
    await page.getByRole('radio', { name: '10:00', exact: true }).check()
    await goOn(page)
    await fillContact(page)
    await goOn(page)
    assert.deepEqual(await diaryOf(salon), ['10:00 Ana Corte, Bea Barba: Lucía Prado, confirmada'])

    const [booking] = await bookingsOf(salon)
    const manage = await embed(bed, salon, {
      element: 'manage',
      attributes: `code="${booking?.codigo}"`,
    })
    await manage.getByRole('button', { name: 'Cambiar la hora' }).click()
    await manage.getByRole('radio', { name: /Ana, Bea/, checked: true }).waitFor()
    await manage.getByRole('radio', { name: '17:00', exact: true }).check()
    await goOn(manage)
    await goOn(manage)
    assert.deepEqual(await diaryOf(salon), ['17:00 Ana Corte, Bea Barba: Lucía Prado, confirmada'])
  }),
)

test(
  'the first free time is on the screen after three requests',
  inBrowser(async (bed) => {
    const salon = await openSalon({ services: [{ name: 'Corte' }], professionals: ['Ana'] })
    const page = await embed(bed, salon, { attributes: `service="${salon.id('Corte')}"` })
    const firstTime = page.getByRole('radio', { name: '9:00', exact: true })
    await firstTime.waitFor()
    const requests = recordRequests(page)
    await page.reload()
    await firstTime.waitFor()
    assert.ok(requests.length <= 3, requests.join(', '))
  }),
)

test(
  'a customer signs in with the code of an email, and the visit is theirs',
  inBrowser(async (bed) => {
    const salon = await openSalon(barbershop)
    const email = 'nora@example.com'
    const customer = await salon.customer({ nombre: 'Nora Vidal', email })
    const page = await embed(bed, salon)
    await chooseTime(page, { professional: 'Bea', time: '11:00' })
    await page.getByRole('button', { name: 'Entrar con un código' }).click()
    await page.getByLabel('Correo electrónico').fill(email)
    await mainButton(page).click()
    const code = page.getByLabel('Código', { exact: true })
    await code.fill('000000')
    await mainButton(page).click()
    await page.locator('#problems:focus').waitFor()
    await code.fill(await codeFor(salon, email))
    await mainButton(page).click()
    await page.getByText('Has entrado como Nora Vidal').waitFor()
    await goOn(page)
    assert.deepEqual(await diaryOf(salon), ['11:00 Bea Corte: Nora Vidal, confirmada'])
    assert.equal((await bookingsOf(salon))[0]?.cliente.id, customer.id)
  }),
)

test(
  'a second click books nothing more',
  inBrowser(async (bed) => {
    const salon = await openSalon(barbershop)
    const page = await embed(bed, salon)
    await chooseTime(page)
    await fillContact(page)
    const requests = recordRequests(page)
    await mainButton(page).dblclick()
    await page.getByRole('heading', { name: 'Cita reservada' }).waitFor()
    assert.deepEqual(
      requests.filter((request) => request === 'POST /reservas/crear/'),
      ['POST /reservas/crear/'],
    )
    assert.equal((await diaryOf(salon)).length, 1)
  }),
)

test(
  'a reload and the Back button lose nothing, and what is booked is not chosen again',
  inBrowser(async (bed) => {
    const salon = await openSalon(barbershop)
    const page = await embed(bed, salon)
    await chooseTime(page, { professional: 'Ana' })
    await fillContact(page, { name: 'Lucía Prado' })
    await page.reload()
    assert.equal(await page.locator('input#name').inputValue(), 'Lucía Prado')

    await page.goBack()
    await page.getByRole('heading', { name: '¿Cuándo?' }).waitFor()
    assert.ok(await page.getByRole('radio', { name: '10:00', exact: true }).isChecked())
    await page.goBack()
    await page.getByRole('heading', { name: '¿Con quién?' }).waitFor()
    assert.ok(await page.getByRole('radio', { name: 'Ana' }).isChecked())
    await goOn(page)
    await page.getByRole('radio', { name: '10:00', exact: true }).waitFor()
    await goOn(page)
    await goOn(page)
    assert.equal(await heading(page).textContent(), 'Cita reservada')

    await page.reload()
    await page.getByRole('heading', { name: 'Cita reservada' }).waitFor()
    await page.goBack()
    assert.equal(await heading(page).textContent(), 'Cita reservada')
    assert.equal((await diaryOf(salon)).length, 1)
  }),
)

test(
  'two tabs choose two visits',
  inBrowser(async (bed) => {
    const salon = await openSalon(barbershop)
    const page = await embed(bed, salon)
    const other = await page.context().newPage()
    await other.goto(page.url())
    await chooseTime(other, { professional: 'Bea', time: '12:00' })
    await page.bringToFront()
    await chooseTime(page, { professional: 'Ana', time: '10:00' })
    for (const tab of [page, other]) {
      await tab.bringToFront()
      await fillContact(tab)
      await goOn(tab)
    }
    assert.deepEqual(await diaryOf(salon), [
      '10:00 Ana Corte: Lucía Prado, confirmada',
      '12:00 Bea Corte: Lucía Prado, confirmada',
    ])
  }),
)

test(
  'attributes choose the service and the person, and their steps are left out',
  inBrowser(async (bed) => {
    const salon = await openSalon(barbershop)
    const attributes = `service="${salon.id('Barba')}" professional="${salon.id('Bea')}"`
    const page = await embed(bed, salon, { attributes })
    await page.getByRole('radio', { name: '9:15', exact: true }).check()
    await goOn(page)
    await fillContact(page)
    await goOn(page)
    assert.deepEqual(await diaryOf(salon), ['09:15 Bea Barba: Lucía Prado, confirmada'])

    // a menu of the site chooses another person
    const change = `document.querySelector('silla-booking').setAttribute('professional', '${salon.id('Ana')}')`
    await page.evaluate(change)
    await page.getByRole('radio', { name: '9:15', exact: true }).check()
    await goOn(page)
    await fillContact(page)
    await goOn(page)
    assert.deepEqual((await diaryOf(salon)).sort(), [
      '09:15 Ana Barba: Lucía Prado, confirmada',
      '09:15 Bea Barba: Lucía Prado, confirmada',
    ])
  }),
)

test(
  'fields that are missing or wrong are named at the field and above the form',
  inBrowser(async (bed) => {
    const salon = await openSalon({ ...barbershop, settings: { phoneRequired: true } })
    const page = await embed(bed, salon)
    await chooseTime(page)
    await fillContact(page, { name: '', email: 'lucia' })
    await mainButton(page).click()
    const summary = page.locator('#problems:focus')
    await summary.waitFor()
    assert.equal(await summary.getByRole('button').count(), 3)
    await summary.getByRole('button').nth(1).click()
    const email = page.locator('input#email:focus')
    await email.waitFor()
    assert.equal(await email.getAttribute('aria-invalid'), 'true')
    await email.pressSequentially('@')
    await page.locator('#email-problem').waitFor({ state: 'detached' })
    assert.equal(await page.locator('#problems').getByRole('button').count(), 2)

    // what only the API finds
    await fillContact(page)
    await page.locator('input#phone').fill('12')
    await mainButton(page).click()
    await page.locator('#phone-problem').waitFor()
    assert.deepEqual(await diaryOf(salon), [])
    await page.locator('input#phone').fill('+34600111222')
    await goOn(page)
    assert.equal((await diaryOf(salon)).length, 1)
  }),
)
