import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { dataOf } from '../support/assertions.ts'
import { openSalon } from '../support/salon.ts'
import { until } from '../support/until.ts'
import { agendaSite, now, openAgenda, openBusySalon, piece } from './bed/agenda.ts'
import { countClicks } from './bed/count-clicks.ts'
import { inBrowser } from './bed/in-browser.ts'
import { isSeen } from './bed/is-seen.ts'
import { tabTo } from './bed/tab-to.ts'

const salon = await openBusySalon()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Where a visit is now: `16:30 Zoe Duarte`. */
async function placeOf(name: string): Promise<string> {
  const { reservas, profesionales } = dataOf(await salon.backend.get('/agenda/?fecha=2030-03-04'))
  const found = reservas.find((booking: { cliente: { nombre: string } }) =>
    booking.cliente.nombre.startsWith(name),
  )
  const [{ profesional_id }] = found.servicios
  const who = profesionales.find(({ id }: { id: number }) => id === profesional_id)
  return `${found.hora_inicio} ${who.nombre}`
}

test(
  'D30: the link of an email opens the visit and its day, on a phone and on a desk',
  inBrowser(async (bed) => {
    const other = await openBusySalon()
    const visit = dataOf(
      await other.backend.book('Ana Prieto', '12:00', {
        ...{ services: ['Corte'], date: '2030-03-06', nombre: 'Olga Paz' },
      }),
      201,
    )
    for (const [width, view] of [
      [390, '/agenda/lista'],
      [1280, '/agenda'],
    ] as const) {
      const page = await openAgenda(bed, other, { path: `/agenda?cita=${visit.id}`, width })
      const sheet = page.getByRole('dialog', { name: 'Olga Paz' })
      await sheet.waitFor()
      await page.keyboard.press('Escape')
      await sheet.waitFor({ state: 'detached' })
      await page.getByText('Olga Paz').first().waitFor()
      const { pathname, search } = new URL(page.url())
      assert.equal(`${pathname}${search}`, `${view}?fecha=2030-03-06`)
    }
    const page = await openAgenda(bed, salon, { path: `/agenda?cita=${visit.id}` })
    await page.getByRole('main').getByText('No encontramos esa cita.').waitFor()
  }),
)

test(
  'D71: a visit is moved by keyboard alone, and spoken; Escape returns it',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon)
    await tabTo(page, piece(page, 'Lucía Prado'))
    await page.keyboard.press('Tab')
    assert.equal(await page.locator('.scroller :focus').count(), 0, 'the grid has one tab stop')
    await page.keyboard.press('Shift+Tab')
    const status = page.getByRole('status').first()
    const focused = () => page.locator(':focus').textContent()
    await page.keyboard.press('ArrowRight')
    assert.match((await focused()) ?? '', /Pablo Nieto/)
    await page.keyboard.press('End')
    assert.match((await focused()) ?? '', /Alba Ferrer.*16:00/s)
    await page.keyboard.press('m')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.getByText('16:35').first().waitFor()
    assert.match((await status.textContent()) ?? '', /16:35.*Marta Sanz/)
    await page.keyboard.press('Escape')
    assert.match((await status.textContent()) ?? '', /sigue donde estaba/)

    await page.keyboard.press('m')
    for (let steps = 0; steps < 3; steps++) await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Mover la cita' })
    await dialog.getByText('Mismo precio.').waitFor()
    await dialog.getByText('Sin correo: avisa tú.').waitFor()
    assert.equal(await placeOf('Alba'), '16:00 Marta Sanz', 'it was only tried')
    // there is only something to agree to
    assert.equal(await focused(), 'Mover')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await piece(page, '17:30').waitFor()
    assert.equal(await placeOf('Alba'), '17:30 Marta Sanz')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Alba Ferrer' }).waitFor()
    await page.keyboard.press('Escape')
    assert.match((await focused()) ?? '', /Alba Ferrer/, 'the focus returns')

    // WCAG 2.1.4
    await button(page, 'Menú').click()
    await page.getByLabel('Atajos de una tecla').uncheck()
    await page.keyboard.press('Escape')
    await piece(page, 'Alba Ferrer').focus()
    await page.keyboard.press('m')
    await page.keyboard.press('n')
    assert.equal(await page.locator('.ghost, dialog').count(), 0)
  }),
)

test(
  'D71: a guest takes the time under the drop; other times are offered, and nothing moves before',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon)
    const taken = { services: ['Manicura'], nombre: 'Gema Luna', email: 'gema@example.com' }
    dataOf(await salon.guest.book('Marta Sanz', '13:00', taken), 201)
    const from = await piece(page, 'Emma Ríos').boundingBox()
    const to = await piece(page, 'Julia Sanchís').boundingBox()
    assert.ok(from && to)
    await page.mouse.move(from.x + 20, from.y + 5)
    await page.mouse.down()
    await page.mouse.move(to.x + 20, from.y + 5, { steps: 5 })
    const ghost = page.locator('.ghost', { hasText: '12:30' })
    // it follows the pointer at the next frame, and is dropped where it was drawn
    await until(async () => ((await ghost.boundingBox())?.x ?? 0) > from.x + from.width)
    await page.mouse.up()
    const dialog = page.getByRole('dialog', { name: 'Mover la cita' })
    await dialog.getByText('Esa hora ya no está libre').waitFor()
    const others = dialog.getByRole('button', { name: /Marta Sanz/ })
    await others.first().click()
    await dialog.getByText('Mismo precio.').waitFor()
    // somebody else moves the visit meanwhile
    const { reservas } = dataOf(await salon.backend.get('/agenda/?fecha=2030-03-04'))
    const { id } = reservas.find(({ cliente }: { cliente: { nombre: string } }) =>
      cliente.nombre.startsWith('Emma'),
    )
    const moved = { fecha: '2030-03-04', hora_inicio: '14:30', por_negocio: true }
    dataOf(await salon.backend.post(`/reservas/${id}/reprogramar/`, moved))
    await dialog.getByRole('button', { name: 'Mover' }).click()
    await dialog.getByRole('alert').waitFor()
    await page.keyboard.press('Escape')
    await piece(page, '14:30').filter({ hasText: 'Emma' }).waitFor()
    assert.equal(await placeOf('Emma'), '14:30 Ana Prieto')
  }),
)

test(
  'D71: where nobody works then, a move and a new booking are offered the next times',
  inBrowser(async (bed) => {
    const quiet = await openBusySalon()
    const page = await openAgenda(bed, quiet, { path: '/agenda?fecha=2030-03-04' })
    // he works from 10:00 to 14:00 and from 16:00 to 20:00
    await piece(page, 'Nora Vidal').click()
    await button(page, 'Mover').click()
    const move = page.getByRole('dialog', { name: 'Mover la cita' })
    await move.getByLabel('Hora').fill('14:30')
    await move.getByText('El profesional no trabaja a esa hora.').waitFor()
    await move.getByRole('button', { name: /13:15.*Iván Lago/ }).click()
    await move.getByText('Mismo precio.').waitFor()
    assert.equal(await move.getByLabel('Hora').inputValue(), '13:15')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')

    await button(page, 'Nueva cita').click()
    const create = page.getByRole('dialog', { name: 'Nueva cita' })
    await create.getByLabel('Cliente').fill('Rita Amaya')
    await create.getByRole('checkbox', { name: /Peinado/ }).check()
    await create.getByLabel('Profesional').selectOption({ label: 'Iván Lago' })
    await create.getByLabel('Hora').fill('20:30')
    await button(page, 'Reservar').click()
    await create.getByText('El negocio está cerrado en ese momento.').waitFor()
    const other = create.getByRole('button', { name: /Iván Lago/ }).first()
    const [time = ''] = (await other.textContent())?.match(/\d\d:\d\d/) ?? []
    await other.click()
    assert.equal(await create.getByLabel('Hora').inputValue(), time)
    await button(page, 'Reservar').click()
    await create.waitFor({ state: 'detached' })
    await piece(page, 'Rita Amaya').filter({ hasText: time }).waitFor()
  }),
)

test(
  'D71: a finger that rests lifts a visit, one that moves scrolls',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon, {
      path: '/agenda?fecha=2030-03-04',
      now: new Date('2030-03-04T09:40:00Z'),
    })
    const session = await page.context().newCDPSession(page)
    const box = await piece(page, 'Emma Ríos').boundingBox()
    assert.ok(box)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: box.x + 30, y }],
      })
    const top = () => page.locator('.scroller').evaluate((each) => each.scrollTop)
    const before = await top()
    // on a busy machine the first move may come later than a finger rests
    await page.clock.pauseAt(new Date('2030-03-04T09:50:00Z'))
    await touch('touchStart', box.y + 60)
    for (const y of [40, 20, 0, -20]) await touch('touchMove', box.y + y)
    const gliding = await page.locator('.scroller').evaluateHandle((each) => ({
      over: new Promise((done) => each.addEventListener('scrollend', done, { once: true })),
    }))
    await touch('touchEnd', 0)
    assert.equal(await page.locator('.ghost').count(), 0)
    // while it glides on, a browser does not let a page keep it from scrolling
    await gliding.evaluate(({ over }) => over.then(() => {}))
    assert.ok((await top()) > before, 'it scrolls')
    await page.clock.resume()
    await piece(page, 'Emma Ríos').evaluate((each) => each.scrollIntoView({ block: 'center' }))
    const again = await piece(page, 'Emma Ríos').boundingBox()
    assert.ok(again)
    await touch('touchStart', again.y + 10)
    const ghost = page.locator('.ghost')
    const lifted = await ghost.textContent()
    const scrolled = await top()
    for (const y of [30, 60, 100]) await touch('touchMove', again.y + y)
    await until(async () => (await ghost.textContent()) !== lifted)
    await touch('touchEnd', 0)
    await page.getByRole('dialog', { name: 'Mover la cita' }).waitFor()
    assert.equal(await top(), scrolled, 'it does not scroll')
  }),
)

test(
  'D71: a known customer on the phone is booked with four clicks, a walk-in with three, and is there',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon, { path: '/agenda?fecha=2030-03-05' })
    const lane = page.locator('.lane').first()
    const clicks = await countClicks(page)
    await lane.click({ position: { x: 40, y: 3 } })
    await page.getByRole('dialog', { name: 'Nueva cita' }).waitFor()
    await page.keyboard.type('612345678')
    await page.locator('.result').filter({ hasText: 'Lucía Prado' }).click()
    await page.locator('.chosen').getByText('612345678').waitFor()
    await page.getByRole('checkbox', { name: /Manicura/ }).check()
    await button(page, 'Reservar').click()
    await piece(page, 'Lucía Prado').waitFor()
    assert.equal(await clicks(), 4)

    await page.goto(`${await agendaSite()}/agenda`)
    await page.locator('.grid').waitFor()
    const more = await countClicks(page)
    await button(page, 'Sin cita').click()
    await page.getByRole('dialog', { name: 'Sin cita' }).waitFor()
    await page.keyboard.type('Rosa Blanco')
    await page.getByRole('checkbox', { name: /Peinado/ }).check()
    await button(page, 'Reservar').click()
    await piece(page, 'Rosa Blanco').filter({ hasText: 'Ha llegado' }).waitFor()
    assert.match((await placeOf('Rosa')) ?? '', /^10:4/)
    assert.equal(await more(), 3)

    // nobody is free now: a time of those that are offered
    await button(page, 'Sin cita').click()
    await page.getByLabel('Cliente').fill('Iris Mora')
    await page.getByRole('checkbox', { name: /Manicura/ }).check()
    await page.getByLabel('Profesional').selectOption({ label: 'Ana Prieto' })
    await button(page, 'Reservar').click()
    await page.getByText('Ahora mismo no hay sitio.').waitFor()
    const offered = page.locator('.outcome.bad').getByRole('button').first()
    // not below what is seen of the sheet, and not behind its foot
    assert.equal(await isSeen(offered), true)
    const time = (await offered.locator('bdi').first().textContent()) ?? ''
    await offered.click()
    assert.equal(await page.getByLabel('Hora').inputValue(), time.padStart(5, '0'))
    await button(page, 'Reservar').click()
    await piece(page, 'Iris Mora').waitFor()
  }),
)

test(
  'D71: the choice of a professional shows who is offered instead, also after it was changed by hand',
  inBrowser(async (bed) => {
    const date = '2030-03-13'
    const block = (name: string, from: string, until: string) =>
      salon.backend.post('/bloqueos/', {
        ...{ peluquero_id: salon.id(name), motivo: 'Curso' },
        ...{ desde: `${date}T${from}`, hasta: `${date}T${until}` },
      })
    for (const name of ['Ana Prieto', 'Zoe Duarte'])
      dataOf(await block(name, '09:00', '20:00'), 201)
    dataOf(await block('Marta Sanz', '10:00', '11:00'), 201)
    const page = await openAgenda(bed, salon, { path: `/agenda?fecha=${date}` })
    await button(page, 'Nueva cita').click()
    const dialog = page.getByRole('dialog', { name: 'Nueva cita' })
    await dialog.getByLabel('Cliente').fill('Iris Mora')
    await dialog.getByRole('checkbox', { name: /Peinado/ }).check()
    const who = dialog.getByLabel('Profesional')
    await who.selectOption({ label: 'Marta Sanz' })
    await who.selectOption({ label: 'Cualquiera' })
    await dialog.getByLabel('Hora').fill('10:15')
    await button(page, 'Reservar').click()
    await dialog
      .getByRole('button', { name: /Marta Sanz/ })
      .first()
      .click()
    assert.equal(await who.inputValue(), `${salon.id('Marta Sanz')}`)
  }),
)

test(
  'D69: a visit names the unit that each service takes',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon)
    await piece(page, 'Carla Montes').first().click()
    const sheet = page.getByRole('dialog', { name: 'Carla Montes' })
    await sheet.getByText('Lavabo 1').waitFor()
    const own = await openAgenda(bed, salon, {
      role: 'professional',
      person: { professional: 'Ana Prieto' },
    })
    await piece(own, 'Carla Montes').first().click()
    await own.getByRole('dialog', { name: 'Carla Montes' }).getByText('Lavabo 1').waitFor()
  }),
)

test(
  'D71: who has come in is recorded, seen in the grid, and undone',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon)
    const diego = piece(page, 'Diego Castaño')
    const clicks = await countClicks(page)
    await diego.click()
    await button(page, 'Ha llegado').click()
    await page.getByText(/Llegó a las .*10:40/).waitFor()
    assert.equal(await clicks(), 2)
    await page.keyboard.press('Escape')
    await diego.filter({ hasText: 'Ha llegado' }).waitFor()
    assert.equal(await diego.locator('.marks svg').count(), 2, 'and a first visit')
    await diego.click()
    await button(page, 'Deshacer llegada').click()
    await button(page, 'Ha llegado').waitFor()
    await page.keyboard.press('Escape')
    await diego.filter({ hasNotText: 'Ha llegado' }).waitFor()
  }),
)

test(
  'D54: services are added, removed and priced by keyboard; total, clash and reason come before',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon)
    await piece(page, 'Diego Castaño').focus()
    await page.keyboard.press('Enter')
    await tabTo(page, button(page, 'Cambiar servicios'))
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Cambiar servicios' })
    const add = dialog.getByLabel('Añadir servicio')
    const line = (name: string) => dialog.getByRole('group', { name, exact: true })
    await add.selectOption(`${salon.id('Corte de flequillo')}`)
    await dialog.getByText(/El total cambia: .*24.* → .*32/).waitFor()
    assert.equal(await add.inputValue(), '', 'another one can be added')
    await add.selectOption(`${salon.id('Color completo')}`)
    await dialog.getByRole('alert').getByText('No hay sitio a esa hora.').waitFor()
    await tabTo(page, line('Color completo').getByRole('button'))
    await page.keyboard.press('Enter')
    await dialog.getByText(/→ .*32/).waitFor()
    await add.and(page.locator(':focus')).waitFor()

    await line('Corte').getByLabel('Otro precio').fill('20')
    await line('Corte').getByRole('alert').waitFor()
    await line('Corte').getByLabel('Motivo').fill('Cliente de siempre')
    await dialog.getByText(/→ .*28/).waitFor()
    const stored = async () => {
      const { reservas } = dataOf(await salon.backend.get('/agenda/?fecha=2030-03-04'))
      const { total, hora_fin } = reservas.find(
        ({ cliente }: { cliente: { nombre: string } }) => cliente.nombre === 'Diego Castaño',
      )
      return [total, hora_fin]
    }
    assert.deepEqual(await stored(), [24, '11:00'], 'it was only tried')
    await tabTo(page, dialog.getByRole('button', { name: 'Guardar' }))
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    assert.deepEqual(await stored(), [28, '11:15'])
    await page.getByRole('dialog', { name: 'Diego Castaño' }).getByText(/^28/).waitFor()
  }),
)

test(
  'D37: a visit whose customer is late is moved after its start',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon)
    await piece(page, 'Diego Castaño').click()
    await button(page, 'Mover').click()
    const dialog = page.getByRole('dialog', { name: 'Mover la cita' })
    await dialog.getByLabel('Hora').fill('10:55')
    await dialog.getByText('Mismo precio.').waitFor()
    await dialog.getByRole('button', { name: 'Mover' }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.equal(await placeOf('Diego'), '10:55 Zoe Duarte')
  }),
)

test(
  'D74: who calls for the first time is booked by the phone that was typed to find them',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon, { path: '/agenda?fecha=2030-03-07' })
    await button(page, 'Nueva cita').click()
    const dialog = page.getByRole('dialog', { name: 'Nueva cita' })
    await dialog.getByLabel('Cliente').fill('699 111 222')
    await dialog.getByText('Nadie con ese nombre, teléfono o correo.').waitFor()
    await dialog.getByRole('checkbox', { name: /Peinado/ }).check()
    await dialog.getByRole('button', { name: 'Reservar' }).click()
    await dialog.getByText('Escribe un nombre.').waitFor()
    const name = dialog.getByLabel('Nombre')
    await name.last().fill('Nuria www.example.com')
    await dialog.getByRole('button', { name: 'Reservar' }).click()
    await dialog.getByRole('alert').getByText('No puede contener enlaces').waitFor()
    assert.equal(await name.last().getAttribute('aria-invalid'), 'true')
    await name.last().fill('Nuria Gil')
    await dialog.getByRole('button', { name: 'Reservar' }).click()
    await dialog.waitFor({ state: 'detached' })
    const { items } = dataOf(await salon.backend.get('/clientes/?q=Nuria'))
    assert.deepEqual([items[0].nombre, items[0].telefono], ['Nuria Gil', '+34699111222'])

    // on another day than the one in view
    await button(page, 'Nueva cita').click()
    await dialog.getByLabel('Cliente').fill('Nuria')
    await dialog.locator('.result').click()
    await dialog.getByRole('checkbox', { name: /Peinado/ }).check()
    await dialog.getByLabel('Fecha').fill('2030-03-14')
    await dialog.getByRole('button', { name: 'Reservar' }).click()
    await page.locator('.notice').getByText('Reservado: jueves, 14 de marzo').waitFor()
    await button(page, 'Ver el día').click()
    await page.getByRole('heading', { name: 'jueves, 14 de marzo' }).waitFor()
    await piece(page, 'Nuria Gil').waitFor()
    assert.equal(await page.locator('.notice').count(), 0)
  }),
)

test(
  'D71: a click below a visit that ends within a quarter of an hour is for the time of its end',
  inBrowser(async (bed) => {
    const visit = { date: '2030-03-18', por_negocio: true, email: undefined }
    const body = { ...visit, services: ['Manicura'], nombre: 'Julia Roca' }
    dataOf(await salon.backend.book('Ana Prieto', '11:00', body), 201)
    const page = await openAgenda(bed, salon, { path: '/agenda?fecha=2030-03-18' })
    const julia = piece(page, 'Julia Roca')
    await julia.scrollIntoViewIfNeeded()
    const { x = 0, y = 0, height = 0 } = (await julia.boundingBox()) ?? {}
    await page.mouse.click(x + 20, y + height + 3)
    const dialog = page.getByRole('dialog', { name: 'Nueva cita' })
    await dialog.waitFor()
    assert.equal(await dialog.getByLabel('Hora').inputValue(), '11:40')
  }),
)

test(
  'D71: a double click opens one dialog, which Back closes before it leaves the day',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon, { path: '/agenda?fecha=2030-03-11' })
    await button(page, 'Día siguiente').click()
    const second = page.getByRole('heading', { name: 'martes, 12 de marzo' })
    await second.waitFor()
    await button(page, 'Nueva cita').dblclick()
    const dialog = page.getByRole('dialog')
    await dialog.first().waitFor()
    assert.equal(await dialog.count(), 1)
    await page.evaluate('history.back()')
    await dialog.waitFor({ state: 'detached' })
    await second.waitFor()
    await page.evaluate('history.back()')
    await page.getByRole('heading', { name: 'lunes, 11 de marzo' }).waitFor()
  }),
)

test(
  'D71: on the day of a clock change visits stand beside the hour that the clock shows',
  inBrowser(async (bed) => {
    const changing = await openSalon({ now, hours: '00:00-24:00', settings: { horizonDays: 365 } })
    for (const [date, hours] of [
      ['2030-03-31', ['0:', '1:', '3:', '4:']],
      ['2030-10-27', ['0:', '1:', '2:', '2:', '3:', '4:']],
    ] as const) {
      const late = { date, nombre: 'Zoe', email: 'zoe@example.com' }
      dataOf(await changing.backend.book('Ana', '10:00', late), 201)
      const page = await openAgenda(bed, changing, { path: `/agenda?fecha=${date}` })
      await piece(page, 'Zoe').waitFor()
      const shown = await page.locator('.hour').allTextContents()
      assert.deepEqual(
        shown.slice(0, hours.length).map((text) => text.trim().slice(0, 2)),
        hours,
      )
      const top = async (text: string) => {
        const box = await page
          .locator('.hour, .piece')
          .filter({ hasText: text })
          .last()
          .boundingBox()
        return Math.round(box?.y ?? 0)
      }
      assert.ok(Math.abs((await top('Zoe')) - (await top('10:00'))) <= 2)
      await piece(page, 'Zoe').focus()
      for (const key of ['m', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Enter'])
        await page.keyboard.press(key)
      const dialog = page.getByRole('dialog', { name: 'Mover la cita' })
      await dialog.getByText('Mismo precio.').waitFor()
      assert.equal(await dialog.getByLabel('Hora').inputValue(), '11:00')
      await page.context().close()
    }
  }),
)
