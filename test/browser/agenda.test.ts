import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { publishEvents } from '../support/events.ts'
import { openSalon } from '../support/salon.ts'
import { browserOf, type SignedInStaff, signedInStaff } from '../support/signed-in-staff.ts'
import { until } from '../support/until.ts'
import { agendaSite, now, openAgenda, openBusySalon, piece } from './bed/agenda.ts'
import { inBrowser } from './bed/in-browser.ts'
import { cookieOf } from './bed/staff-site.ts'

const salon = await openBusySalon()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test(
  'D63: who is not signed in signs in and comes back; a session that ends elsewhere says so',
  inBrowser(async (bed) => {
    const page = await bed.visitor()
    const path = '/agenda?fecha=2030-03-05'
    await page.goto(`${await agendaSite()}${path}`)
    await page.getByRole('heading', { name: 'Acceso del equipo' }).waitFor()
    const session = await signedInStaff(salon, { role: 'owner', professionalId: null })
    await page.context().addCookies([cookieOf(session)])
    await page.reload()
    await page.getByRole('heading', { name: 'martes, 5 de marzo' }).waitFor()
    assert.ok(page.url().endsWith(path))

    const tab = await page.context().newPage()
    await tab.goto(`${await agendaSite()}/equipo/`)
    await button(tab, 'Cerrar sesión').click()
    await tab.getByRole('heading', { name: 'Acceso del equipo' }).waitFor()
    await button(page, 'Día siguiente').click()
    await page.getByRole('alert').getByText('Tu sesión ha terminado').waitFor()
    assert.ok(
      (await page.getByRole('link', { name: 'Entrar' }).getAttribute('href'))?.startsWith(
        '/equipo/?lang=es&volver=%2Fagenda',
      ),
    )
  }),
)

test(
  'D62: a window that shows another salon than that of the session has to be loaded again',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon, { role: 'owner' })
    await piece(page, 'Diego Castaño').waitFor()
    const second = await openSalon({ professionals: ['Quim'], now })
    const there = await signedInStaff(second, { role: 'owner', professionalId: null })
    await page.context().addCookies([cookieOf(there)])
    await button(page, 'Día siguiente').click()
    await page.getByText('En otra ventana has pasado a otro salón').first().waitFor()
    await button(page, 'Recargar').click()
    await page.getByText('Quim', { exact: true }).first().waitFor()
  }),
)

test(
  'D65: a professional sees their own column, and what they may not do is not offered',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon, {
      role: 'professional',
      person: { professional: 'Zoe Duarte', permissionsRemoved: ['bookings.manage'] },
    })
    await piece(page, 'Diego Castaño').waitFor()
    assert.equal(await page.getByRole('rowheader').count(), 1)
    assert.equal(await button(page, 'Nueva cita').count(), 0)
    assert.equal(await page.getByRole('link', { name: 'Lista de espera' }).count(), 0)
  }),
)

test(
  "D71: the line of the present is the server's, whatever the clock of the tablet and its zone",
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon, {
      now: new Date('2030-03-04T02:00:00Z'),
      timeZone: 'Asia/Tokyo',
    })
    assert.equal(
      await page
        .locator('.present')
        .textContent()
        .then((text) => text?.trim()),
      now.slice(11),
    )
  }),
)

test(
  'D71: on a phone a week begins with today, where alone the line of the present is',
  inBrowser(async (bed) => {
    const other = await openSalon({ now, professionals: ['Ana'] })
    // one clock for all salons
    bed.t.after(() => other.setTime(now))
    other.setTime('2030-03-07T10:40')
    for (const language of ['es', 'ar'] as const) {
      const page = await openAgenda(bed, other, {
        ...{ language, width: 320, path: `/agenda/semana?lang=${language}` },
      })
      const line = page.locator('.now')
      await line.waitFor()
      assert.equal(await line.count(), 1)
      const { x = 0, width = 0 } = (await line.boundingBox()) ?? {}
      assert.ok(x >= 0 && x + width <= 320, `${language}: from ${x} by ${width} pixels`)
    }
  }),
)

test(
  'D70: what happens elsewhere is seen without a reload',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon, { path: '/agenda?fecha=2030-03-06' })
    await page.locator('.grid').waitFor()
    const book = async (time: string, name: string) =>
      dataOf(
        await salon.backend.book('Ana Prieto', time, {
          ...{ date: '2030-03-06', services: ['Corte'], nombre: name, email: undefined },
          por_negocio: true,
        }),
        201,
      )
    await book('11:00', 'Laura Pons')
    await publishEvents(salon)
    await piece(page, 'Laura Pons').waitFor()
  }),
)

/** Everything that the page keeps on the device; '' when there is nothing. */
const storedOnDevice = `(async () => {
  const result = (request) => new Promise((done) => { request.onsuccess = () => done(request.result) })
  const named = await indexedDB.databases()
  if (!named.some(({ name }) => name === 'silla-agenda')) return ''
  const database = await result(indexedDB.open('silla-agenda'))
  const all = await result(database.transaction('kept').objectStore('kept').getAll())
  database.close()
  return JSON.stringify(all)
})()`

test(
  'D72: without a connection today can be read, without contact data; it is wiped at sign-out',
  inBrowser(async (bed) => {
    const sent: string[] = []
    const page = await openAgenda(bed, salon, {
      prepare: (opened) => {
        opened.on('response', (response) => {
          const { pathname, searchParams } = new URL(response.url())
          const isAgenda = pathname === '/api/v1/agenda/' && response.status() === 200
          if (isAgenda) sent.push(searchParams.get('fecha') ?? '')
        })
      },
    })
    await piece(page, 'Carla Montes').waitFor()
    await page.evaluate('navigator.serviceWorker.ready.then(() => {})')
    await until(() => page.evaluate<boolean>("caches.match('/agenda').then(Boolean)"))
    assert.deepEqual(sent, ['2030-03-04', '2030-03-05'], 'what is in view is not sent again')
    await page.context().setOffline(true)
    await page.reload()
    await page.getByText(/^Sin conexión: agenda de/).waitFor()
    await piece(page, 'Carla M.').waitFor()
    assert.equal(await button(page, 'Nueva cita').count(), 0)
    const kept = () => page.evaluate<string>(storedOnDevice)
    const text = await kept()
    assert.match(text, /Carla M\./)
    assert.doesNotMatch(text, /Montes|carla@example|612345678/)

    await page.context().setOffline(false)
    await piece(page, 'Carla Montes').waitFor()
    await button(page, 'Menú').click()
    await button(page, 'Cerrar sesión').click()
    await page.getByRole('heading', { name: 'Acceso del equipo' }).waitFor()
    assert.equal(await kept(), '')
  }),
)

/** Ten people with fifty visits of ten minutes each; the first one has a name of 200 characters. */
// biome-ignore lint/suspicious/noExplicitAny: as the API has sent it
function crowded(agenda: any) {
  const ids = Array.from({ length: 10 }, (_, index) => index + 1)
  const [booking] = agenda.reservas
  const [service] = booking.servicios
  const first = Date.parse('2030-03-04T08:00:00Z')
  const visitOf = (index: number) => {
    const minutes = Math.floor(index / ids.length) * 10
    const at = (more: number) => new Date(first + (minutes + more) * 60_000).toISOString()
    const times = { inicio: at(0), fin: at(10) }
    const nombre = index === 0 ? 'M'.repeat(200) : `Cliente ${index}`
    return {
      ...{ ...booking, ...times, id: index + 1, cliente: { ...booking.cliente, nombre } },
      servicios: [
        {
          ...{ ...service, profesional_id: ids[index % ids.length], recursos: [] },
          tramos: [{ ...service.tramos[0], ...times }],
        },
      ],
    }
  }
  const [day] = agenda.dias
  return {
    ...agenda,
    profesionales: ids.map((id) => ({ id, nombre: `Profesional ${id}`, activo: true })),
    dias: [
      {
        ...day,
        profesionales: ids.map((profesional_id) => ({ profesional_id, turnos: day.abierto })),
      },
    ],
    reservas: Array.from({ length: 500 }, (_, index) => visitOf(index)),
    bloqueos: [],
    retenciones: [],
  }
}

const scrollsSideways = (page: Page) =>
  page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')

test(
  'D71: a day with 500 visits and a name of 200 characters is shown, and walked by keyboard',
  inBrowser(async (bed) => {
    const response = await salon.backend.get('/agenda/?fecha=2030-03-04')
    const json = { success: true, data: crowded(dataOf(response)) }
    const page = await openAgenda(bed, salon, {
      prepare: async (page) => {
        const isAgenda = ({ pathname }: URL) => pathname === '/api/v1/agenda/'
        await page.route(isAgenda, (route) => route.fulfill({ json }))
      },
    })
    await piece(page, 'Cliente 499').waitFor()
    assert.equal(await page.getByRole('gridcell').count(), 500)
    assert.equal(await page.getByRole('rowheader').count(), 10)
    // the tree of the browser itself: aria-owns puts the head into its row
    const devtools = await page.context().newCDPSession(page)
    const { nodes } = await devtools.send('Accessibility.getFullAXTree')
    const head = nodes.find(
      ({ role, name }) =>
        role?.value === 'rowheader' && `${name?.value}`.startsWith('Profesional 2'),
    )
    const row = nodes.find(({ nodeId }) => nodeId === head?.parentId)
    assert.equal(row?.role?.value, 'row')
    assert.match(`${row?.name?.value}`, /^Profesional 2 50 citas Cliente 1 ,/)
    const named = piece(page, 'MMMM')
    const lane = await page.locator('.lane').first().boundingBox()
    const box = await named.boundingBox()
    assert.ok(lane && box)
    assert.ok(box.x >= lane.x && box.x + box.width <= lane.x + lane.width)
    assert.ok(box.height <= 15, 'ten minutes')
    await named.focus()
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowRight')
    assert.match((await page.locator(':focus').textContent()) ?? '', /Cliente 491/)
    assert.equal(await scrollsSideways(page), false)

    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(`${await agendaSite()}/agenda/lista`)
    await page.getByRole('button', { name: 'Cliente 499' }).waitFor()
    assert.equal(await scrollsSideways(page), false)
  }),
)

test(
  'D72: when the session has ended nothing stays on the device to be read without a connection',
  inBrowser(async (bed) => {
    let cookie: Record<string, string> = {}
    const page = await openAgenda(bed, salon, {
      prepare: (_page, session: SignedInStaff) => {
        cookie = browserOf(session)
      },
    })
    await piece(page, 'Carla Montes').waitFor()
    await until(() => page.evaluate<boolean>("caches.match('/agenda').then(Boolean)"))
    await page.context().setOffline(true)
    await page.reload()
    await piece(page, 'Carla M.').waitFor()
    const path = `${await agendaSite()}/api/v1/sesion/`
    assert.equal((await fetch(path, { method: 'DELETE', headers: cookie })).status, 200)
    await page.context().setOffline(false)
    await page.getByRole('alert').getByText('Tu sesión ha terminado').waitFor()
    await until(async () => (await page.evaluate<string>(storedOnDevice)) === '')
    await page.context().setOffline(true)
    await page.reload()
    await page
      .getByText(/Sin conexión/)
      .first()
      .waitFor()
    assert.equal(await page.locator('.piece').count(), 0)
  }),
)

const { witness } = await testDatabase()

test(
  'D65: a right that is withdrawn while the page is open is not offered any more, and its data goes',
  inBrowser(async (bed) => {
    let person: SignedInStaff | null = null
    const page = await openAgenda(bed, salon, {
      role: 'receptionist',
      person: { professional: 'Marta Sanz' },
      prepare: (_page, session: SignedInStaff) => {
        person = session
      },
    })
    assert.ok(person)
    const { staffId, ...session }: SignedInStaff = person
    const path = `${await agendaSite()}/api/v1/sesion/`
    /** Until the API has learnt of it. */
    async function withdraw(permissions: string[], word: string) {
      await witness`update staff set permissions_removed = ${permissions} where id = ${staffId}`
      await witness`select pg_notify('silla_staff', ${salon.businessId})`
      await until(async () => {
        const response = await fetch(path, { headers: browserOf(session) })
        const { data } = (await response.json()) as { data: { persona: { permisos: string[] } } }
        return !data.persona.permisos.includes(word)
      })
    }
    await piece(page, 'Diego Castaño').waitFor()
    await withdraw(['bookings.manage'], 'citas.gestionar')
    // no message announces it: the page finds out when it is refused
    await piece(page, 'Emma Ríos').focus()
    await page.keyboard.press('m')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Mover la cita' })
    await dialog.getByRole('alert').waitFor()
    await page.keyboard.press('Escape')
    await button(page, 'Nueva cita').waitFor({ state: 'detached' })
    await piece(page, 'Emma Ríos').focus()
    await page.keyboard.press('m')
    assert.equal(await page.locator('.ghost').count(), 0, 'it cannot be lifted')

    await until(async () => (await page.evaluate<string>(storedOnDevice)).includes('Emma'))
    await withdraw(['bookings.manage', 'agenda.all', 'agenda.own'], 'agenda.todas')
    await page.getByText('permiso').first().waitFor()
    await until(async () => (await page.locator('.piece').count()) === 0)
    await until(async () => (await page.evaluate<string>(storedOnDevice)) === '')
  }),
)
