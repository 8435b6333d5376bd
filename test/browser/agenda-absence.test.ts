import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { dataOf } from '../support/assertions.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { until } from '../support/until.ts'
import { now, openAgenda, openBusySalon, sendAgain } from './bed/agenda.ts'
import { assertAccessible } from './bed/axe.ts'
import { type BrowserTest, inBrowser } from './bed/in-browser.ts'
import { isSeen } from './bed/is-seen.ts'

const salon = await openBusySalon()

interface Row {
  choice: Locator
  row: Locator
}

const week = (name: string, date: string) =>
  `/agenda/semana?fecha=${date}&persona=${salon.id(name)}`

const visitOf = async (name: string) => {
  const { items } = dataOf(await salon.backend.get('/reservas/?desde=2030-03-04&hasta=2030-03-04'))
  const visit = items.find(
    ({ cliente }: { cliente: { nombre: string } }) => cliente.nombre === name,
  )
  return [visit.estado, visit.profesional.nombre, visit.hora_inicio]
}

test(
  'D71: the visits of somebody who is ill are settled in one screen, and what is refused stays open',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon, { path: week('Marta Sanz', '2030-03-04') })
    await page.getByRole('button', { name: 'Ausencia' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Ausencia de Marta Sanz' })
    const julia = dialog.getByRole('combobox', { name: /Julia Sanchís/ })
    const alba = dialog.getByRole('combobox', { name: /Alba Ferrer/ })
    await julia.waitFor()
    await assertAccessible(page, 'absence')
    // Noa does not work on that day
    assert.deepEqual(await julia.locator('option', { hasText: 'Noa Rey' }).count(), 0)
    await julia.selectOption({ label: 'Cancelar la cita' })
    await alba.selectOption({ label: 'Dejar como está' })
    await page.setViewportSize({ width: 1280, height: 360 })
    await dialog.getByRole('button', { name: 'Guardar' }).press('Enter')
    const refused = dialog.getByText('El día libre no se ha guardado: quedan citas.')
    await refused.waitFor()
    // what was refused is not below what is seen, nor behind the button
    await until(() => isSeen(refused))
    await page.setViewportSize({ width: 1280, height: 900 })
    assert.equal((await visitOf('Julia Sanchís'))[0], 'cancelada')
    assert.deepEqual(await visitOf('Alba Ferrer'), ['confirmada', 'Marta Sanz', '16:00'])
    await julia.waitFor({ state: 'detached' })
    await alba.selectOption({ label: 'Ana Prieto, a la misma hora' })
    await assertAccessible(page, 'absence with a refusal')
    await dialog.getByRole('button', { name: 'Guardar' }).press('Enter')
    await dialog.waitFor({ state: 'detached' })
    assert.deepEqual(await visitOf('Alba Ferrer'), ['confirmada', 'Ana Prieto', '16:00'])
    const { excepciones } = dataOf(
      await salon.backend.get(`/ajustes/profesionales/${salon.id('Marta Sanz')}/excepciones/`),
    )
    assert.deepEqual(
      excepciones.map(({ fecha }: { fecha: string }) => fecha),
      ['2030-03-04'],
    )
  }),
)

test(
  'D71: for who does not work on a day there is nothing to settle, and their next days are offered',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon, { path: week('Noa Rey', '2030-03-11'), width: 320 })
    await page.getByRole('button', { name: 'Ausencia' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ausencia de Noa Rey' })
    await dialog.getByText('Noa Rey no trabaja ni tiene citas ese día.').waitFor()
    await assertAccessible(page, 'absence of who does not work')
    assert.equal(await dialog.getByRole('button', { name: 'Guardar' }).count(), 0)
    const days = dialog.getByRole('group', { name: 'Sus próximos días de trabajo' })
    await days.getByRole('button', { name: /12/ }).click()
    await dialog.getByText('No quedan citas ese día.').waitFor()
    await dialog.getByLabel('Día libre: nadie puede reservar más').waitFor()
    assert.equal(await dialog.getByLabel('Fecha').inputValue(), '2030-03-12')
  }),
)

test(
  "D71: visits that get in each other's way say so before anything changes, and all are settled",
  inBrowser(async (bed) => {
    const small = await openSalon({
      now,
      services: [{ name: 'Corte', minutes: 30 }],
      professionals: ['Ana Prieto', { name: 'Noa Rey', shifts: { 2: ['10:00-14:00'] } }],
    })
    const visit = { services: ['Corte'], nombre: 'Lucía Prado', por_negocio: true }
    const contact = { telefono: '612345678', email: undefined }
    const bookings: number[] = []
    for (const time of ['11:00', '12:00', '16:00'])
      bookings.push(
        dataOf(await small.backend.book('Ana Prieto', time, { ...visit, ...contact }), 201).id,
      )
    const [first = 0, second = 0, third = 0] = bookings
    const placeOf = (id: number) => placeIn(small, id)
    const { page, dialog } = await openAbsence(bed, small)
    const [early, middle, late] = ['11:00', '12:00', '16:00'].map((time) => ({
      choice: dialog.getByRole('combobox', { name: new RegExp(`${time}.*Lucía`) }),
      row: dialog.getByRole('listitem').filter({ hasText: new RegExp(`${time}.*Lucía`) }),
    })) as [Row, Row, Row]
    // nobody else works on that day: others on the next one
    await early.choice.selectOption({ label: 'mar, 5 mar 10:00 · Noa Rey' })
    await middle.choice.selectOption({ label: 'mar, 5 mar 10:00 · Noa Rey' })
    await middle.row.getByRole('alert').getByText('Ocupado').waitFor()
    assert.equal(await early.row.getByRole('alert').count(), 0)
    await middle.row.getByText('Sin correo: avisa tú.').waitFor()
    await middle.row.getByRole('link', { name: '612345678' }).waitFor()
    assert.equal(await placeOf(second), '2030-03-04 12:00 Ana Prieto', 'it was only tried')
    await middle.choice.selectOption({ label: 'mar, 5 mar 11:00 · Noa Rey' })
    await middle.row.getByRole('alert').waitFor({ state: 'detached' })
    // a time that is not offered; what was chosen for the others stays
    await late.row.getByRole('button', { name: 'Otra hora: Lucía Prado' }).click()
    const move = page.getByRole('dialog', { name: 'Mover la cita' })
    await move.getByLabel('Fecha').fill('2030-03-07')
    await move.getByText('Mismo precio.').waitFor()
    await move.getByRole('button', { name: 'Mover' }).click()
    await late.row.waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.deepEqual(await Promise.all([first, second, third].map(placeOf)), [
      '2030-03-05 10:00 Noa Rey',
      '2030-03-05 11:00 Noa Rey',
      '2030-03-07 16:00 Ana Prieto',
    ])
  }),
)

test(
  'D71: one button chooses the first free time for all visits that would stay, no time for two of them',
  inBrowser(async (bed) => {
    const small = await openSalon({
      now,
      closings: { '2030-03-11': ['10:00-18:00'] },
      services: [
        { name: 'Corte', minutes: 30 },
        { name: 'Barba', minutes: 30 },
      ],
      professionals: [
        // the only one for beards
        { name: 'Ana Prieto', shifts: { 1: ['10:00-18:00'] } },
        // six visits of half an hour, of which she has one already
        { name: 'Noa Rey', shifts: { 2: ['10:00-13:00'] }, services: ['Corte'] },
        { name: 'Eva Sol', shifts: { 1: ['11:00-11:30'] }, services: ['Corte'] },
      ],
    })
    const visit = { por_negocio: true, email: undefined }
    const book = async (who: string, time: string, nombre: string, more: object = {}) => {
      const body = { ...visit, nombre, services: ['Corte'], ...more }
      return dataOf(await small.backend.book(who, time, body), 201).id
    }
    const bookings = [
      await book('Ana Prieto', '11:00', 'Alba'),
      await book('Ana Prieto', '11:30', 'Berta'),
      await book('Ana Prieto', '12:00', 'Carla'),
      await book('Ana Prieto', '12:30', 'Dora'),
      await book('Ana Prieto', '13:00', 'Elsa'),
      await book('Ana Prieto', '14:00', 'Gema', { services: ['Barba'] }),
      await book('Ana Prieto', '16:00', 'Fina'),
    ]
    await book('Noa Rey', '11:00', 'Rita', { date: '2030-03-05' })
    const placeOf = (id: number) => placeIn(small, id)
    const { page, dialog } = await openAbsence(bed, small)
    // agreed on the phone: it is not taken away from them
    await dialog
      .getByRole('combobox', { name: /Fina/ })
      .selectOption({ label: 'mar, 5 mar 10:00 · Noa Rey' })
    const button = dialog.getByRole('button', { name: 'Elegir la primera hora libre' })
    await button.press('Enter')
    const said = 'Hora elegida para 4 citas. 1 cita se queda: ninguna hora libre encaja.'
    await page.getByRole('status').getByText(said).waitFor()
    const gema = dialog.getByRole('listitem').filter({ hasText: 'Gema' })
    await gema.getByText('Ninguna hora libre encaja: se queda como está.').waitFor()
    assert.equal(await dialog.getByRole('alert').count(), 0)
    assert.equal(await button.getAttribute('aria-disabled'), 'true')
    assert.equal(await dialog.locator(':focus').textContent(), await button.textContent())
    await assertAccessible(page, 'absence with times that were chosen')
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await dialog.getByText('El día libre no se ha guardado: quedan citas.').waitFor()
    const places = await Promise.all(bookings.map(placeOf))
    assert.deepEqual(places, [
      '2030-03-04 11:00 Eva Sol',
      '2030-03-05 10:30 Noa Rey',
      '2030-03-05 11:30 Noa Rey',
      '2030-03-05 12:00 Noa Rey',
      '2030-03-05 12:30 Noa Rey',
      '2030-03-04 14:00 Ana Prieto',
      '2030-03-05 10:00 Noa Rey',
    ])
  }),
)

test(
  'D19: what was saved of an absence is not offered again when it cannot be read afterwards',
  inBrowser(async (bed) => {
    const busy = await openBusySalon()
    const sent: string[] = []
    let isCut = false
    const page = await openAgenda(bed, busy, {
      path: `/agenda/semana?fecha=2030-03-04&persona=${busy.id('Marta Sanz')}`,
      prepare: async (opened) => {
        await opened.route(/\/ausencia\//, async (route) => {
          const request = route.request()
          if (isCut) return route.abort('connectionreset')
          if (request.method() !== 'POST' || request.headers()['x-simular'] === 'true')
            return route.continue()
          sent.push(request.headers()['idempotency-key'] ?? '')
          const response = await route.fetch()
          // from here on nothing can be read
          isCut = true
          return route.fulfill({ response })
        })
      },
    })
    await page.getByRole('button', { name: 'Ausencia' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ausencia de Marta Sanz' })
    await dialog
      .getByRole('combobox', { name: /Julia/ })
      .selectOption({ label: 'Cancelar la cita' })
    await dialog.getByRole('combobox', { name: /Alba/ }).selectOption({ label: 'Dejar como está' })
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await dialog.getByText('Se reintenta solo').waitFor()
    assert.equal(await page.getByText('quizá no se ha guardado').count(), 0)
    await dialog.getByText('El día libre no se ha guardado: quedan citas.').waitFor()
    await dialog.getByRole('button', { name: 'Reintentar' }).waitFor()
    isCut = false
    await sendAgain(dialog)
    await dialog.getByRole('combobox', { name: /Julia/ }).waitFor({ state: 'detached' })
    assert.equal(sent.length, 1)
  }),
)

/** Where a visit takes place: day, start and professional. */
async function placeIn({ backend }: TestSalon, id: number): Promise<string> {
  const { fecha, hora_inicio, profesional } = dataOf(await backend.get(`/reservas/${id}/`))
  return `${fecha} ${hora_inicio} ${profesional.nombre}`
}

/** The dialog for Monday, from the week of the professional who is absent. */
async function openAbsence(bed: BrowserTest, salon: TestSalon) {
  const path = `/agenda/semana?fecha=2030-03-04&persona=${salon.id('Ana Prieto')}`
  const page = await openAgenda(bed, salon, { path })
  await page.getByRole('button', { name: 'Ausencia' }).click()
  return { page, dialog: page.getByRole('dialog', { name: 'Ausencia de Ana Prieto' }) }
}
