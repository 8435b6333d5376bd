import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { dataOf } from '../support/assertions.ts'
import { until } from '../support/until.ts'
import { openAgenda, openBusySalon } from './bed/agenda.ts'
import { inBrowser } from './bed/in-browser.ts'

const salon = await openBusySalon()

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })
const review = (page: Page) => button(page, 'Revisar y guardar')
const plan = (page: Page) => page.getByRole('dialog', { name: 'Antes de guardar' })
const settings = (part: string) => `/agenda/ajustes?parte=${part}`

test(
  'D71: closing for a holiday: whom it concerns is shown before, moved from there, and then it is saved',
  inBrowser(async (bed) => {
    const booked = { services: ['Corte'], nombre: 'Berta Lara', por_negocio: true }
    const visit = await salon.backend.book('Ana Prieto', '10:00', {
      ...{ ...booked, date: '2030-03-19', email: undefined },
    })
    dataOf(visit, 201)
    const page = await openAgenda(bed, salon, { path: settings('festivos') })
    await page.getByLabel('Día', { exact: true }).fill('2030-03-19')
    await page.getByLabel('Motivo').fill('San José')
    await button(page, 'Añadir cierre').click()
    await plan(page).getByText('1 cita perdería su sitio:').waitFor()
    // what is in the way is read first: Enter does not save over it
    assert.equal(await page.locator(':focus').textContent(), 'Antes de guardar')
    await plan(page)
      .getByRole('button', { name: /Berta Lara.*Ana Prieto/s })
      .click()
    const sheet = page.getByRole('dialog', { name: 'Berta Lara' })
    await sheet.getByRole('button', { name: 'Mover' }).click()
    const move = page.getByRole('dialog', { name: 'Mover la cita' })
    await move.getByLabel('Fecha').fill('2030-03-20')
    await move.getByText('Mismo precio.').waitFor()
    await move.getByRole('button', { name: 'Mover' }).click()
    await move.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await plan(page).getByText('Ninguna cita pierde su sitio.').waitFor()
    // a second click has no effect
    await button(page, 'Guardar').dblclick()
    await plan(page).waitFor({ state: 'detached' })
    await page.getByText('martes, 19 de marzo').waitFor()
    const { festivos } = dataOf(await salon.backend.get('/ajustes/festivos/'))
    assert.deepEqual(festivos.at(-1), {
      ...{ fecha: '2030-03-19', desde_hora: null, hasta_hora: null },
      motivo: { es: 'San José' },
    })
    await page.goto(
      page
        .url()
        .replace(/ajustes.*/, '?fecha=2030-03-19')
        .replace('agenda/?', 'agenda?'),
    )
    await page.getByText('San José').waitFor()

    await page.goBack()
    await button(page, 'Quitar el cierre: martes, 19 de marzo').click()
    await plan(page).getByText('Ninguna cita pierde su sitio.').waitFor()
    await button(page, 'Guardar').click()
    await button(page, 'Quitar el cierre: martes, 19 de marzo').waitFor({ state: 'detached' })
  }),
)

test(
  'D71: hours are edited as a week and copied; what somebody else saved meanwhile is shown, and mine applied on top',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon)
    await page.getByRole('link', { name: 'Ajustes' }).click()
    await page.getByRole('link', { name: /^Horario/ }).click()
    const from = page.getByLabel('miércoles, desde')
    await from.fill('09:30')
    await button(page, 'Copiar a otros días: miércoles').click()
    const copy = page.getByRole('dialog', { name: 'Copiar miércoles' })
    for (const day of ['lunes', 'martes', 'viernes']) await copy.getByLabel(day).uncheck()
    await copy.getByRole('button', { name: 'Copiar a…' }).click()
    assert.equal(await page.getByLabel('jueves, desde').inputValue(), '09:30')
    assert.notEqual(await page.getByLabel('viernes, desde').inputValue(), '09:30')

    // it is not lost without a question
    await page.getByRole('link', { name: 'Semana' }).click()
    await page
      .getByRole('dialog', { name: 'Cambios sin guardar' })
      .getByRole('button', { name: 'Seguir editando' })
      .click()
    await page.goBack()
    await page.getByRole('dialog', { name: 'Cambios sin guardar' }).waitFor()
    await page.keyboard.press('Escape')

    const other = { dia: 7, apertura: '11:00', cierre: '14:00' }
    dataOf(await salon.backend.put('/ajustes/horarios/', { horarios: [other] }))
    await review(page).click()
    await page.getByText('Otra persona ha guardado cambios').first().waitFor()
    await page.getByText(/Domingo: .*→.*11:00–14:00/).waitFor()
    await button(page, 'Aplicar lo mío encima').click()
    await plan(page).getByText('Miércoles').waitFor()
    await button(page, 'Guardar').click()
    await plan(page).waitFor({ state: 'detached' })
    const { horarios } = dataOf(await salon.backend.get('/ajustes/horarios/'))
    assert.deepEqual(
      [2, 3, 4, 6].map((day) => horarios[day].apertura),
      ['09:30', '09:30', '09:00', '11:00'],
    )

    await page.getByLabel('lunes, desde').fill('23:30')
    await review(page).click()
    await page.locator('.week-day .error').waitFor()
    await page.getByRole('link', { name: 'Semana' }).click()
    await button(page, 'Descartar').click()
    await page.locator('.grid').waitFor()
  }),
)

test(
  'D71: prices are changed in the list of services; a service is added, ordered and retired',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon, { path: settings('servicios') })
    const price = page.getByLabel('Precio: Corte', { exact: true })
    await price.fill('veinte')
    await page.getByLabel('Precio: Peinado').fill('21,50')
    await review(page).click()
    await page.locator('.setting-row .error').waitFor()
    await price.fill('26.00')
    await review(page).click()
    await plan(page)
      .getByText(/Precio: 24.€ → 26.€/)
      .waitFor()
    await plan(page)
      .getByText(/Precio: 20.€ → 21,50.€/)
      .waitFor()
    await plan(page).getByText('Las citas ya reservadas conservan su precio.').waitFor()
    await button(page, 'Guardar').click()
    await plan(page).waitFor({ state: 'detached' })
    const priceOf = async (name: string) =>
      dataOf(await salon.backend.get(`/ajustes/servicios/${salon.id(name)}/`)).precio
    assert.deepEqual([await priceOf('Corte'), await priceOf('Peinado')], [26, 21.5])
    // the list is read again after the prices were saved
    await until(async () => (await price.inputValue()) === '26')
    assert.equal(await page.getByLabel('Precio: Peinado').inputValue(), '21,50')

    // the order, with the keyboard alone
    await page.locator('[aria-label="Subir: Manicura"]:not([aria-disabled])').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('status').filter({ hasText: 'Manicura: puesto 4.' }).waitFor()
    assert.equal(await page.locator(':focus').getAttribute('aria-label'), 'Subir: Manicura')

    await page.getByRole('link', { name: 'Añadir servicio' }).click()
    assert.equal(await review(page).getAttribute('aria-disabled'), 'true')
    await review(page).press('Enter')
    await page.getByText('No hay nada que cambiar.').waitFor()
    await page.getByLabel('Nombre', { exact: true }).fill('Mechas')
    await page.getByRole('button', { name: 'Añadir una espera' }).click()
    await page.getByLabel(/^Precio(?! de)/).fill('1,005')
    await review(page).click()
    await page.locator('.field .error').waitFor()
    assert.equal(
      await page.locator(':focus').inputValue(),
      '1,005',
      'the field that is wrong has the focus',
    )
    await page.getByLabel(/^Precio(?! de)/).fill('48')
    await review(page).click()
    await plan(page)
      .getByText(/Nuevo: .*Mechas/)
      .waitFor()
    await button(page, 'Guardar').click()
    await page.getByRole('link', { name: /Mechas.*1 h 15/s }).waitFor()

    await page.getByRole('link', { name: /Corte de flequillo/ }).click()
    await button(page, 'Retirar').click()
    await plan(page)
      .getByText(/Sol Ibáñez/)
      .waitFor()
    await button(page, 'Guardar de todas formas').click()
    await page.getByText('Retirados').click()
    await button(page, 'Recuperar: Corte de flequillo').click()
    await button(page, 'Guardar').click()
    await page.getByRole('link', { name: /Corte de flequillo/ }).waitFor()
    assert.equal(await page.getByText('Retirados').count(), 0)
  }),
)

test(
  'D71: a new employee: name, services, week and a day off; then they can be booked',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon, { path: settings('personas') })
    await page.getByRole('link', { name: 'Invitar a entrar' }).waitFor()
    await page.getByRole('link', { name: 'Añadir persona' }).click()
    await page.getByLabel('Nombre', { exact: true }).fill('Elena Soto')
    await review(page).click()
    await button(page, 'Guardar').click()
    await button(page, 'Todos').click()
    await page.getByLabel('Precio propio: Peinado').fill('25')
    await review(page).click()
    await button(page, 'Guardar').click()
    // who has services now needs a week
    await page.getByText('A la semana: 0 min').waitFor()
    assert.equal(await review(page).getAttribute('aria-disabled'), 'true', 'nothing to save')
    await button(page, 'Usar el horario del salón').click()
    await button(page, 'Usar el horario del salón').waitFor({ state: 'detached' })
    assert.equal(await review(page).getAttribute('aria-disabled'), null)
    for (const day of ['lunes', 'viernes'])
      assert.equal(await page.getByLabel(`${day}, hasta`).inputValue(), '20:00')
    await page.getByLabel('lunes, desde').fill('10:00')
    await page.getByLabel('lunes, hasta').fill('14:00')
    await button(page, 'Copiar a otros días: lunes').click()
    await button(page, 'Copiar a…').last().click()
    await review(page).click()
    await button(page, 'Guardar').click()
    await plan(page).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Días libres y excepciones' }).click()
    await page.getByLabel('Día', { exact: true }).fill('2030-03-12')
    await button(page, 'Añadir excepción').click()
    await button(page, 'Guardar').click()
    await button(page, 'Quitar la excepción: martes, 12 de marzo').waitFor()

    const { items } = dataOf(await salon.backend.get('/ajustes/profesionales/'))
    const { id } = items.find(({ nombre }: { nombre: string }) => nombre === 'Elena Soto')
    const read = async (part: string) =>
      dataOf(await salon.backend.get(`/ajustes/profesionales/${id}/${part}/`))
    const { servicios } = await read('servicios')
    const styling = servicios.find(
      ({ servicio_id }: { servicio_id: number }) => servicio_id === salon.id('Peinado'),
    )
    assert.equal(styling.precio, 25)
    const { turnos } = await read('turnos')
    const days = [1, 2, 3, 4, 5].map((dia) => ({ dia, desde: '10:00', hasta: '14:00' }))
    const asOpen = [
      { dia: 6, desde: '09:00', hasta: '20:00' },
      { dia: 7, desde: '11:00', hasta: '14:00' },
    ]
    assert.deepEqual(turnos, [...days, ...asOpen])
    assert.equal((await read('excepciones')).excepciones[0].fecha, '2030-03-12')
  }),
)
