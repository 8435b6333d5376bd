import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../support/assertions.ts'
import { publishEvents } from '../support/events.ts'
import { openAgenda, openBusySalon, piece } from './bed/agenda.ts'
import { inBrowser } from './bed/in-browser.ts'

const salon = await openBusySalon()

test(
  'D71: the focus goes on with a visit that was moved, and to its column once it is cancelled',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon)
    await piece(page, 'Julia Sanchís').focus()
    for (const key of ['m', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
    const dialog = page.getByRole('dialog', { name: 'Mover la cita' })
    await dialog.getByText('Mismo precio.').waitFor()
    await page.keyboard.press('Enter')
    await page
      .locator(`[data-column^="p${salon.id('Zoe Duarte')}-"] :focus`)
      .filter({ hasText: 'Julia Sanchís' })
      .waitFor()

    await piece(page, 'Alba Ferrer').press('Enter')
    await page.getByRole('button', { name: 'Cancelar cita' }).press('Enter')
    const cancelling = page.getByRole('dialog', { name: 'Cancelar la cita' })
    await cancelling.getByText('No hay nada que devolver.').waitFor()
    await cancelling.getByRole('button', { name: 'Cancelar cita' }).press('Enter')
    await piece(page, 'Alba Ferrer').waitFor({ state: 'detached' })
    await page.locator(':focus').filter({ hasText: 'Marta Sanz' }).waitFor()
  }),
)

test(
  'D71: the focus has a place once a visit was cancelled elsewhere under its sheet',
  inBrowser(async (bed) => {
    const visit = { services: ['Corte'], por_negocio: true, email: undefined }
    const body = { ...visit, date: '2030-03-06', nombre: 'Pura Soler' }
    const { id } = dataOf(await salon.backend.book('Ana Prieto', '12:00', body), 201)
    const page = await openAgenda(bed, salon, { path: '/agenda?fecha=2030-03-06' })
    await piece(page, 'Pura Soler').press('Enter')
    const sheet = page.getByRole('dialog', { name: 'Pura Soler' })
    await sheet.getByRole('button', { name: 'Mover' }).waitFor()
    dataOf(await salon.backend.post(`/reservas/${id}/cancelar/`, {}))
    await publishEvents(salon)
    await piece(page, 'Pura Soler').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await page.locator('.grid :focus').waitFor()
  }),
)

test(
  'D71: what is lifted stays in its column when something else changes, and goes on from there',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon, { path: '/agenda' })
    await piece(page, 'Pablo Nieto').focus()
    await page.keyboard.press('m')
    const ghost = page.locator('.ghost')
    const before = await ghost.getAttribute('style')
    const visit = { services: ['Corte'], nombre: 'Iris Gil', por_negocio: true, email: undefined }
    dataOf(await salon.backend.book('Iván Lago', '12:00', visit), 201)
    await publishEvents(salon)
    await piece(page, 'Iris Gil').waitFor()
    assert.equal(await ghost.getAttribute('style'), before)
    await page.keyboard.press('ArrowRight')
    await page.getByRole('status').getByText('Zoe Duarte').waitFor()
  }),
)
