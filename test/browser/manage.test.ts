import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { dataOf } from '../support/assertions.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { bookingsOf, diaryOf } from './bed/bookings.ts'
import { embed } from './bed/embed.ts'
import { type BrowserTest, inBrowser } from './bed/in-browser.ts'
import { eventsOf, goOn, heading, mainButton } from './bed/widget.ts'

const barbershop = {
  services: [{ name: 'Corte', priceCents: 1850 }],
  professionals: ['Ana', 'Bea'],
  settings: { cancellationHours: 2 },
}

async function openBooking(bed: BrowserTest, salon: TestSalon, codigo: string): Promise<Page> {
  const page = await embed(bed, salon, { element: 'manage', attributes: `code="${codigo}"` })
  await heading(page).waitFor()
  return page
}

test(
  'a booking is cancelled after a look at what comes back',
  inBrowser(async (bed) => {
    const salon = await openSalon({ ...barbershop, payments: true })
    const booking = dataOf(await salon.guest.book('Ana', '16:00'), 201)
    const intent = await salon.guest.createIntent(booking)
    salon.stripe.pay(intent)
    dataOf(await salon.guest.confirmPayment(intent, booking))
    const page = await openBooking(bed, salon, booking.codigo)
    await page.getByRole('button', { name: 'Cancelar la cita' }).click()
    await page.getByRole('heading', { name: '¿Cancelar esta cita?' }).waitFor()
    await page.getByText('Se te devuelven 18,50 €').waitFor()
    assert.deepEqual(await diaryOf(salon), ['16:00 Ana Corte: Lucía Prado, confirmada'])

    await page.getByRole('button', { name: 'No, mantenerla' }).click()
    await page.getByRole('button', { name: 'Cancelar la cita' }).click()
    await page.getByLabel('Motivo').fill('No llego')
    await goOn(page)
    assert.equal(await heading(page).textContent(), 'Cita cancelada')
    await page.getByText('La cancelaste el').waitFor()
    assert.deepEqual(await diaryOf(salon), ['16:00 Ana Corte: Lucía Prado, cancelada'])
    assert.deepEqual(
      (await eventsOf(page)).map(({ type }) => type),
      ['silla:cancelled'],
    )
  }),
)

test(
  'a booking is moved to another time, which is checked before',
  inBrowser(async (bed) => {
    const salon = await openSalon(barbershop)
    const { codigo } = dataOf(await salon.guest.book('Ana', '16:00'), 201)
    const page = await openBooking(bed, salon, codigo)
    await page.getByRole('button', { name: 'Cambiar la hora' }).click()
    await page.getByRole('radio', { name: '17:00', exact: true }).check()
    await mainButton(page).click()
    await page.getByText('El precio no cambia.').waitFor()
    assert.deepEqual(await diaryOf(salon), ['16:00 Ana Corte: Lucía Prado, confirmada'])
    await mainButton(page).click()
    await page.getByText('Hora cambiada.').first().waitFor()
    assert.deepEqual(await diaryOf(salon), ['17:00 Ana Corte: Lucía Prado, confirmada'])
    assert.deepEqual(
      (await eventsOf(page)).map(({ type }) => type),
      ['silla:rescheduled'],
    )
  }),
)

test(
  'a time that was taken meanwhile leaves the booking as it is and offers others',
  inBrowser(async (bed) => {
    const salon = await openSalon(barbershop)
    const { codigo } = dataOf(await salon.guest.book('Ana', '16:00'), 201)
    const page = await openBooking(bed, salon, codigo)
    await page.getByRole('button', { name: 'Cambiar la hora' }).click()
    await page.getByRole('radio', { name: '17:00', exact: true }).check()
    await mainButton(page).click()
    await page.getByText('El precio no cambia.').waitFor()
    dataOf(await salon.guest.book('Ana', '17:00', { nombre: 'Otra' }), 201)
    await mainButton(page).click()
    await page.getByText('Alguien acaba de reservar esa hora.').first().waitFor()
    assert.deepEqual(await diaryOf(salon), [
      '16:00 Ana Corte: Lucía Prado, confirmada',
      '17:00 Ana Corte: Otra, confirmada',
    ])
  }),
)

test(
  'what is due is paid from the link of an email',
  inBrowser(async (bed) => {
    const salon = await openSalon({
      ...barbershop,
      payments: true,
      settings: { requiresPrepayment: true },
    })
    const { codigo } = dataOf(await salon.guest.book('Ana', '16:00'), 201)
    const page = await openBooking(bed, salon, codigo)
    assert.equal(await heading(page).textContent(), 'Falta el pago')
    await goOn(page)
    await page.getByLabel('Número de tarjeta').waitFor()
    await goOn(page)
    assert.equal(await heading(page).textContent(), 'Tu cita está reservada')
    assert.equal((await bookingsOf(salon))[0]?.pago?.estado, 'completado')
  }),
)

test(
  'a code that is unknown or of another salon is requested again',
  inBrowser(async (bed) => {
    const salon = await openSalon(barbershop)
    const other = await openSalon(barbershop)
    const { codigo } = dataOf(await other.guest.book('Ana', '16:00'), 201)
    const page = await openBooking(bed, salon, codigo)
    await page.getByText('No encontramos ninguna cita de este salón').first().waitFor()
    const own = dataOf(await salon.guest.book('Ana', '16:00'), 201)
    await page.getByLabel('Código de la cita').fill('ABCDEFGHJK')
    await mainButton(page).click()
    await page.locator('#code-problem').waitFor()
    await page.getByLabel('Código de la cita').fill(own.codigo.toLowerCase())
    await goOn(page)
    assert.equal(await heading(page).textContent(), 'Tu cita está reservada')
  }),
)

test(
  'after the deadline neither is offered, and the salon’s phone is',
  inBrowser(async (bed) => {
    const salon = await openSalon(barbershop)
    const { codigo } = dataOf(await salon.guest.book('Ana', '16:00'), 201)
    salon.setTime(`${salon.today}T15:00`)
    const page = await openBooking(bed, salon, codigo)
    assert.equal(await page.getByRole('button', { name: 'Cancelar la cita' }).count(), 0)
    await page.getByText('Ahora solo puede hacerlo el salón.').waitFor()
    await page.getByRole('link', { name: /\+34 912 34 56 78/ }).waitFor()
  }),
)
