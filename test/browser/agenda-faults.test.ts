import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { deleteBusiness } from '@silla/core'
import { openApi } from '../support/api.ts'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { publishEvents } from '../support/events.ts'
import { freePort } from '../support/free-port.ts'
import { browserOf } from '../support/signed-in-staff.ts'
import { until } from '../support/until.ts'
import { agendaSite, openAgenda, openBusySalon, piece } from './bed/agenda.ts'
import { inBrowser } from './bed/in-browser.ts'

const salon = await openBusySalon()

test(
  'D70: the API restarts behind a proxy: what happened meanwhile is shown',
  inBrowser(async (bed) => {
    const port = await freePort()
    const site = `http://localhost:${port}`
    const open = () => openApi(undefined, { clock: salon.clock, port, staffUrl: site })
    const book = async (time: string, name: string) => {
      const visit = { date: '2030-03-06', services: ['Corte'], nombre: name, por_negocio: true }
      dataOf(await salon.backend.book('Ana Prieto', time, { ...visit, email: undefined }), 201)
      // as the worker does: a stream sends events in the order of their positions
      await publishEvents(salon)
    }
    const before = await open()
    let after: typeof before | undefined
    try {
      const page = await openAgenda(bed, salon, { path: '/agenda?fecha=2030-03-06', site })
      await page.locator('.grid').waitFor()
      await book('11:00', 'Laura Pons')
      await piece(page, 'Laura Pons').waitFor()

      // the stream is cut, and the browser, which opens it again, gets an error: it gives up
      const refused = page.waitForResponse(
        (response) => response.url().endsWith('/agenda/cambios/') && response.status() === 503,
      )
      await before.close()
      const proxy = createServer((_request, response) => response.writeHead(503).end())
      await once(proxy.listen(port, '127.0.0.1'), 'listening')
      await refused
      await book('12:00', 'Rocío Sáez')
      proxy.closeAllConnections()
      await once(proxy.close(), 'close')
      after = await open()
      await piece(page, 'Rocío Sáez').waitFor()
      // not by a read that is repeated: the stream is open again
      await book('13:00', 'Inés Vega')
      await piece(page, 'Inés Vega').waitFor()
    } finally {
      await (after ?? before).close()
    }
  }),
)

test(
  'D72: a session that ended while the API was away is over as soon as the API is back',
  inBrowser(async (bed) => {
    const port = await freePort()
    const site = `http://localhost:${port}`
    const open = () => openApi(undefined, { clock: salon.clock, port, staffUrl: site })
    let cookie: Record<string, string> = {}
    const before = await open()
    let after: typeof before | undefined
    try {
      const page = await openAgenda(bed, salon, {
        site,
        prepare: (_page, session) => {
          cookie = browserOf(session)
        },
      })
      await until(() => page.evaluate<boolean>("caches.match('/agenda').then(Boolean)"))
      await before.close()
      await page.reload()
      await piece(page, 'Carla M.').waitFor()
      const path = `${await agendaSite()}/api/v1/sesion/`
      assert.equal((await fetch(path, { method: 'DELETE', headers: cookie })).status, 200)
      // the browser does not say that it is online again: it was all the time
      after = await open()
      await page.getByRole('alert').getByText('Tu sesión ha terminado').waitFor()
    } finally {
      await (after ?? before).close()
    }
  }),
)

test(
  'D70: the salon moves to another deployment: a page that is open says where, and has nothing to read later',
  inBrowser(async (bed) => {
    const { admin } = await testDatabase()
    const moving = await openBusySalon()
    const page = await openAgenda(bed, moving)
    const stored = () => page.evaluate<number>('indexedDB.databases().then(({ length }) => length)')
    await until(async () => (await stored()) > 0)
    const movedTo = 'https://other.example'
    const { clock, slug } = moving
    await deleteBusiness(admin, slug, { allowOrphaned: true, movedTo, clock })
    const said = `Este negocio se atiende ahora en otra dirección. ${movedTo}`
    await page.locator('.notice').getByText(said).waitFor()
    await until(async () => (await stored()) === 0)
    await page.reload()
    await page.locator('.notice').getByText(said).waitFor()
  }),
)

test(
  'D70: the stream is cut for a minute: what happened meanwhile is shown when the connection is back',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon, { path: '/agenda?fecha=2030-03-07' })
    await page.locator('.grid').waitFor()
    const book = async (time: string, name: string) => {
      const visit = { date: '2030-03-07', services: ['Corte'], nombre: name, por_negocio: true }
      dataOf(await salon.backend.book('Ana Prieto', time, { ...visit, email: undefined }), 201)
      await publishEvents(salon)
    }
    await page.context().setOffline(true)
    await book('11:00', 'Laura Pons')
    await page.clock.runFor(60_000)
    assert.equal(await piece(page, 'Laura Pons').count(), 0)
    await page.context().setOffline(false)
    await piece(page, 'Laura Pons').waitFor()
    await book('12:00', 'Rocío Sáez')
    await piece(page, 'Rocío Sáez').waitFor()
  }),
)

test(
  'D70: an event is lost: the next thing that happens shows both',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon, { path: '/agenda?fecha=2030-03-11' })
    await page.locator('.grid').waitFor()
    const visit = { date: '2030-03-11', services: ['Corte'], por_negocio: true, email: undefined }
    const book = async (time: string, nombre: string) =>
      dataOf(await salon.backend.book('Ana Prieto', time, { ...visit, nombre }), 201)
    // nobody gives it a position, so that no stream has it
    await book('11:00', 'Laura Pons')
    await book('12:00', 'Rocío Sáez')
    await publishEvents(salon)
    await piece(page, 'Laura Pons').waitFor()
    await piece(page, 'Rocío Sáez').waitFor()
  }),
)

test(
  'D71: an address with no date in it shows today, in every view',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon, { path: '/agenda?fecha=manana' })
    await piece(page, 'Lucía Prado').waitFor()
    for (const path of ['/agenda/lista?fecha=2030-02-30', '/agenda/mes?fecha=2030-13-40']) {
      await page.goto(`${await agendaSite()}${path}`)
      await page.locator('.of-day, .month').getByText('4').first().waitFor()
    }
  }),
)

test(
  'D71: the session ends below a dialog: it says so, and nothing of keys',
  inBrowser(async (bed) => {
    let cookie: Record<string, string> = {}
    const page = await openAgenda(bed, salon, {
      prepare: (_page, session) => {
        cookie = browserOf(session)
      },
    })
    await piece(page, 'Emma Ríos').press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Mover' }).click()
    const path = `${await agendaSite()}/api/v1/sesion/`
    assert.equal((await fetch(path, { method: 'DELETE', headers: cookie })).status, 200)
    const tried = page.waitForResponse(/\/reprogramar\//)
    await page.getByLabel('Hora').fill('18:00')
    await (await tried).finished()
    await page.getByText('Tu sesión ha terminado').first().waitFor()
    assert.equal(await page.getByRole('dialog').getByRole('alert').count(), 0)
  }),
)

test(
  'D71: two people drag the same visit: one drop counts, the other says so and shows where it went',
  inBrowser(async (bed) => {
    const date = '2030-03-08'
    const visit = { date, nombre: 'Pura Soler', email: 'pura@example.com', services: ['Peinado'] }
    const { id } = dataOf(await salon.backend.book('Ana Prieto', '12:00', visit), 201)
    const path = `/agenda?fecha=${date}`
    const pages = [
      await openAgenda(bed, salon, { path }),
      await openAgenda(bed, salon, { path, role: 'receptionist' }),
    ] as const
    const dialogs = pages.map((page) => page.getByRole('dialog', { name: 'Mover la cita' }))
    // both lift it before either drops it
    for (const [index, page] of pages.entries()) {
      await piece(page, 'Pura Soler').focus()
      await page.keyboard.press('m')
      for (let steps = 0; steps <= index; steps++) await page.keyboard.press('Shift+ArrowDown')
      await page.locator('.ghost').waitFor()
    }
    for (const [index, page] of pages.entries()) {
      await page.keyboard.press('Enter')
      await dialogs[index]?.getByText('Mismo precio.').waitFor()
    }
    await dialogs[0]?.getByRole('button', { name: 'Mover' }).click()
    await dialogs[0]?.waitFor({ state: 'detached' })
    await dialogs[1]?.getByRole('button', { name: 'Mover' }).click()
    await dialogs[1]?.getByRole('alert').waitFor()
    const stored = async () => dataOf(await salon.backend.get(`/reservas/${id}/`))
    assert.deepEqual([(await stored()).hora_inicio, (await stored()).version], ['12:30', 2])
    // what the second one wanted was tried again, and can be done over it now
    await dialogs[1]?.getByText('Mismo precio.').waitFor()
    await pages[1].keyboard.press('Escape')
    await piece(pages[1], '12:30').filter({ hasText: 'Pura' }).waitFor()
    assert.equal((await stored()).hora_inicio, '12:30')
  }),
)

test(
  'D71: a visit that was moved before the page shows it: the dialog reads it, says so and can move it',
  inBrowser(async (bed) => {
    const date = '2030-03-14'
    const visit = { date, nombre: 'Pura Soler', email: 'pura@example.com', services: ['Peinado'] }
    const { id } = dataOf(await salon.backend.book('Ana Prieto', '12:00', visit), 201)
    let readings = 0
    const page = await openAgenda(bed, salon, {
      path: `/agenda?fecha=${date}`,
      // only the first one is answered
      prepare: async (opened) => {
        await opened.route(/\/agenda\/\?/, (route) =>
          ++readings === 1 ? route.continue() : undefined,
        )
      },
    })
    await piece(page, 'Pura Soler').waitFor()
    const moved = { fecha: date, hora_inicio: '16:00', por_negocio: true }
    dataOf(await salon.backend.post(`/reservas/${id}/reprogramar/`, moved))
    await piece(page, 'Pura Soler').focus()
    for (const key of ['m', 'Shift+ArrowDown', 'Enter']) await page.keyboard.press(key)
    const dialog = page.getByRole('dialog', { name: 'Mover la cita' })
    await dialog.getByRole('alert').getByText('ha cambiado mientras tanto').waitFor()
    await dialog.getByText('16:00').waitFor()
    await dialog.getByText('Mismo precio.').waitFor()
    await dialog.getByRole('button', { name: 'Mover' }).click()
    await dialog.waitFor({ state: 'detached' })
    const stored = dataOf(await salon.backend.get(`/reservas/${id}/`))
    assert.deepEqual([stored.hora_inicio, stored.version], ['12:30', 3])
  }),
)

test(
  'D71: a dialog that is closed while it saves: what is opened next stays, and a refusal is shown',
  inBrowser(async (bed) => {
    const date = '2030-03-15'
    const visit = { date, por_negocio: true, email: undefined, services: ['Peinado'] }
    const book = async (time: string, nombre: string) =>
      dataOf(await salon.backend.book('Ana Prieto', time, { ...visit, nombre }), 201)
    const { id } = await book('12:00', 'Pura Soler')
    const held: (() => Promise<void>)[] = []
    const page = await openAgenda(bed, salon, {
      path: `/agenda?fecha=${date}`,
      prepare: async (opened) => {
        await opened.route(/\/reprogramar\//, (route) => {
          const isTrial = route.request().headers()['x-simular'] === 'true'
          if (!isTrial) held.push(() => route.continue())
          return isTrial ? route.continue() : undefined
        })
      },
    })
    const moveAndLeave = async () => {
      await piece(page, 'Pura Soler').focus()
      for (const key of ['m', 'Shift+ArrowDown', 'Enter']) await page.keyboard.press(key)
      await page.getByRole('dialog', { name: 'Mover la cita' }).getByText('Mismo precio.').waitFor()
      await page.keyboard.press('Enter')
      await until(async () => held.length === 1)
      await page.keyboard.press('Escape')
    }
    const release = async () => {
      const answered = page.waitForResponse(/\/reprogramar\//)
      await held.pop()?.()
      await (await answered).finished()
    }
    await moveAndLeave()
    await page.keyboard.press('n')
    const customer = page.getByRole('dialog', { name: 'Nueva cita' }).getByLabel('Cliente')
    await customer.fill('Iris')
    await release()
    await piece(page, '13:00').waitFor()
    assert.equal(await customer.inputValue(), 'Iris')
    await page.keyboard.press('Escape')

    await moveAndLeave()
    await book('13:15', 'Gema Luna')
    await release()
    await page.locator('.notice').getByText('Esa hora ya no está libre').waitFor()
    assert.equal(dataOf(await salon.backend.get(`/reservas/${id}/`)).hora_inicio, '12:30')
  }),
)

test(
  'D71: a page that was open for a week and is a release old shows the present, and says how to go on',
  inBrowser(async (bed) => {
    const dialogFile = /\/new-booking-dialog-[^/]*\.js/
    const page = await openAgenda(bed, salon, {
      path: '/agenda?fecha=2030-03-12',
      // a browser may have dropped the files that the page keeps
      prepare: async (opened) => {
        await opened.addInitScript("delete Object.getPrototypeOf(navigator)['serviceWorker']")
      },
    })
    await page.locator('.grid').waitFor()
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Bloquear' }).click()
    await page.locator('.notice').getByText('Sin conexión. Prueba otra vez').waitFor()
    await page.context().setOffline(false)
    // its release is gone from the server
    await page.route(dialogFile, (route) => route.fulfill({ status: 404, body: '' }))
    // after seven days that nobody uses it a session ends
    salon.setTime('2030-03-11T10:30')
    const visit = { date: '2030-03-12', services: ['Corte'], por_negocio: true, email: undefined }
    dataOf(await salon.backend.book('Ana Prieto', '11:00', { ...visit, nombre: 'Vera Coll' }), 201)
    await publishEvents(salon)
    await piece(page, 'Vera Coll').waitFor()
    await page.getByRole('button', { name: 'Nueva cita' }).click()
    await page.locator('.notice').getByText('Hay una versión nueva de esta página.').waitFor()
    await page.unroute(dialogFile)
    await page.getByRole('button', { name: 'Recargar' }).click()
    await piece(page, 'Vera Coll').waitFor()
    await page.getByRole('button', { name: 'Nueva cita' }).click()
    await page.getByRole('dialog', { name: 'Nueva cita' }).waitFor()
  }),
)

test(
  'D19: the answer to a new visit is lost on the way: who books it again has booked it once',
  inBrowser(async (bed) => {
    const keys: (string | undefined)[] = []
    const lost = {
      code: 'SERVICE_UNAVAILABLE',
      message: 'Sin respuesta',
      resultado_desconocido: true,
    }
    const page = await openAgenda(bed, salon, {
      path: '/agenda?fecha=2030-03-13',
      prepare: async (opened) => {
        await opened.route(/\/reservas\/crear\//, async (route) => {
          keys.push(route.request().headers()['idempotency-key'])
          if (keys.length > 1) return route.continue()
          await route.fetch()
          // as the proxy in front of the API would answer
          const headers = { 'retry-after': '30' }
          return route.fulfill({ status: 503, headers, json: { success: false, error: lost } })
        })
      },
    })
    await page.getByRole('button', { name: 'Nueva cita' }).click()
    const dialog = page.getByRole('dialog', { name: 'Nueva cita' })
    await dialog.getByLabel('Cliente').fill('Olga Mir')
    await dialog.getByRole('checkbox', { name: /Peinado/ }).check()
    await dialog.getByRole('button', { name: 'Reservar' }).click()
    await dialog.getByText('No se ha guardado').waitFor()
    // not the button of the message, which sends the same
    await dialog.getByRole('button', { name: 'Reservar' }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.ok(keys[0])
    assert.deepEqual(keys, [keys[0], keys[0]])
    const { reservas } = dataOf(await salon.backend.get('/agenda/?fecha=2030-03-13'))
    assert.equal(reservas.length, 1)
  }),
)

test(
  'D71: what is shown is of the day above it, whichever response comes first, and when none comes',
  inBrowser(async (bed) => {
    let answer = () => {}
    const held = /\/agenda\/\?.*fecha=2030-03-13/
    const page = await openAgenda(bed, salon, {
      path: '/agenda?fecha=2030-03-12',
      prepare: async (opened) => {
        await opened.route(held, async (route) => {
          await new Promise<void>((resolve) => {
            answer = resolve
          })
          await route.continue()
        })
      },
    })
    await piece(page, 'Vera Coll').waitFor()
    const next = page.getByRole('button', { name: 'Día siguiente' })
    await next.click()
    await page.locator('.scroller.behind').waitFor()
    await next.click()
    await page.getByRole('heading', { name: 'jueves, 14 de marzo' }).waitFor()
    await page.locator('.scroller:not(.behind)').waitFor()
    const late = page.waitForResponse(held)
    answer()
    await (await late).finished()
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
    assert.equal(await piece(page, 'Olga Mir').count(), 0)

    await page.context().setOffline(true)
    await next.click()
    await page.getByRole('heading', { name: 'viernes, 15 de marzo' }).waitFor()
    await page.locator('.scroller').waitFor({ state: 'detached' })
    await page.context().setOffline(false)
    await page.locator('.scroller').waitFor()
  }),
)
