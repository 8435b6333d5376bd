import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { dataOf } from '../support/assertions.ts'
import { emailsTo } from '../support/emails.ts'
import { openAgenda, openBusySalon, piece } from './bed/agenda.ts'
import { assertAccessible } from './bed/axe.ts'
import { inBrowser } from './bed/in-browser.ts'

const salon = await openBusySalon({ closings: { '2030-03-18': null } })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const startsOf = async (name: string): Promise<string[]> => {
  const { items } = dataOf(await salon.backend.get('/reservas/?desde=2030-03-11&estado=confirmada'))
  return items
    .filter(({ cliente }: { cliente: { nombre: string } }) => cliente.nombre === name)
    .map(({ fecha, hora_inicio }: Record<string, string>) => `${fecha} ${hora_inicio}`)
    .sort()
}

test(
  'D80: a visit is repeated after its dates were shown; what follows moves and is cancelled together',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon, { path: '/agenda?fecha=2030-03-11' })
    await page
      .locator('.lane')
      .first()
      .click({ position: { x: 40, y: 3 } })
    const booking = page.getByRole('dialog', { name: 'Nueva cita' })
    await booking.getByLabel('Cliente').fill('Rita Sanz')
    await booking.getByLabel('Correo', { exact: true }).fill('rita@example.com')
    await booking.getByRole('checkbox', { name: /Manicura/ }).check()
    await booking.getByLabel('Hora').fill('15:00')
    await booking.getByLabel('Repetir').selectOption({ label: 'Cada semana' })
    await button(page, 'Ver fechas').click()
    await booking.getByText('Cerrado').waitFor()
    assert.deepEqual(await startsOf('Rita Sanz'), [], 'it was only tried')
    await assertAccessible(page, 'new series')
    await button(page, 'Reservar 3 citas').click()
    await booking.waitFor({ state: 'detached' })
    const dates = ['2030-03-11', '2030-03-25', '2030-04-01']
    assert.deepEqual(
      await startsOf('Rita Sanz'),
      dates.map((date) => `${date} 15:00`),
    )

    await piece(page, 'Rita Sanz').click()
    await button(page, 'Mover').click()
    const move = page.getByRole('dialog', { name: 'Mover la cita' })
    await move.getByLabel('Cita repetida').selectOption({ label: 'Esta y las siguientes' })
    await move.getByLabel('Hora').fill('16:00')
    await move.getByRole('listitem').nth(2).waitFor()
    await move.getByLabel('No avisar por correo').check()
    await assertAccessible(page, 'series to move')
    await move.getByRole('button', { name: 'Mover' }).click()
    await move.waitFor({ state: 'detached' })
    assert.deepEqual(
      await startsOf('Rita Sanz'),
      dates.map((date) => `${date} 16:00`),
    )

    await button(page, 'Cancelar cita').click()
    const cancel = page.getByRole('dialog', { name: 'Cancelar la cita' })
    await cancel.getByLabel('Cita repetida').selectOption({ label: 'Esta y las siguientes' })
    await cancel.getByRole('listitem').nth(2).waitFor()
    await assertAccessible(page, 'series to cancel')
    await cancel.getByRole('button', { name: 'Cancelar cita' }).click()
    await piece(page, 'Rita Sanz').waitFor({ state: 'detached' })
    assert.deepEqual(await startsOf('Rita Sanz'), [])
    // the move was not mailed
    assert.deepEqual(
      (await emailsTo(salon, 'rita@example.com')).map(({ kind }) => kind),
      ['booking_confirmed', 'booking_cancelled'],
    )
  }),
)

test(
  'D37: a visit that somebody else has changed is read again, and the same dialog moves it',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon)
    await piece(page, 'Pablo Nieto').waitFor()
    await piece(page, 'Alba Ferrer').click()
    await button(page, 'Mover').click()
    const dialog = page.getByRole('dialog', { name: 'Mover la cita' })
    await dialog.getByLabel('Hora').fill('17:00')
    await dialog.getByText('Mismo precio.').waitFor()
    const { reservas } = dataOf(await salon.backend.get('/agenda/?fecha=2030-03-04'))
    const { id } = reservas.find(({ cliente }: { cliente: { nombre: string } }) =>
      cliente.nombre.startsWith('Alba'),
    )
    const elsewhere = { fecha: '2030-03-04', hora_inicio: '18:00', por_negocio: true }
    dataOf(await salon.backend.post(`/reservas/${id}/reprogramar/`, elsewhere))
    await dialog.getByRole('button', { name: 'Mover' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByText('Mismo precio.').waitFor()
    await dialog.getByRole('button', { name: 'Mover' }).click()
    await dialog.waitFor({ state: 'detached' })
    const { hora_inicio } = dataOf(await salon.backend.get(`/reservas/${id}/`))
    assert.equal(hora_inicio, '17:00')
  }),
)
