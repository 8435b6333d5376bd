import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'node:test'
import { openAgendaStreams, type StreamEnd } from '@silla/api'
import {
  type AgendaFollower,
  type AgendaNotice,
  deactivateStaff,
  nightlyMaintenance,
  openAgendaFeeds,
} from '@silla/core'
import type { Listener } from '@silla/db'
import { openAgendaStream } from '../../support/agenda-stream.ts'
import { openApi, testApi } from '../../support/api.ts'
import { assertError, assertInvalid, dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { publishEvents } from '../../support/events.ts'
import { requestContextFor } from '../../support/request-context.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import { browserOf } from '../../support/signed-in-staff.ts'
import { staffOf } from '../../support/staff.ts'

// The changes of the agenda as they happen (D70).

const { witness } = await testDatabase()
const api = await testApi()

const team = { professionals: ['Ana', 'Bea'], now: '2030-03-04T08:00' }
const path = '/agenda/cambios/'
const changed = { id: null, data: { tipo: 'agenda.cambiada', id: null } }

const open = (salon: TestSalon, query = '', more: Record<string, string> = {}, url = api.url) =>
  openAgendaStream(url, { 'x-api-key': salon.secretKey, ...more }, query)

const openAs = ({ token }: { token: string }, query = '', url = api.url) =>
  openAgendaStream(url, { authorization: `Bearer ${token}` }, query)

/** The events of the feed, as the stream names them. */
async function named(salon: TestSalon, after = 0) {
  const { items } = dataOf(await salon.backend.get(`/eventos/?desde=${after}`))
  return items.map((event: { posicion: number; tipo: string; id: string }) => ({
    id: event.posicion,
    data: { tipo: event.tipo, id: event.id },
  }))
}

async function takeAll(stream: { next(): Promise<unknown> }, count: number) {
  const taken: unknown[] = []
  while (taken.length < count) taken.push(await stream.next())
  return taken
}

test('D70: a stream reports what happens, by type and id, from the moment on it is opened', async () => {
  const salon = await openSalon(team)
  dataOf(await salon.backend.book('Ana', '10:00'), 201)
  await publishEvents(salon)
  const before = (await named(salon)).length
  const stream = await open(salon)
  assert.equal(stream.status, 200)
  assert.equal(stream.headers['content-type'], 'text/event-stream; charset=utf-8')
  assert.equal(stream.headers['x-accel-buffering'], 'no')
  assert.equal(stream.headers['cache-control'], 'no-store, no-transform')
  assert.equal(stream.headers['access-control-allow-origin'], undefined, 'no page of another site')
  assert.match((await stream.nextLine()) ?? '', /^retry: [12]\d\d\d$/)

  dataOf(await salon.backend.book('Bea', '11:00', { email: 'b@example.com' }), 201)
  await publishEvents(salon)
  const events = await named(salon, before)
  assert.ok(events.some(({ data }: typeof changed) => String(data.tipo) === 'reserva.creada'))
  assert.deepEqual(await takeAll(stream, events.length), events)
})

test('D70: what is no event is reported too: a hold, its end, a setting, a note on a card', async () => {
  const salon = await openSalon(team)
  const booking = dataOf(await salon.backend.book('Ana', '10:00'), 201)
  await publishEvents(salon)
  const stream = await open(salon)
  const cut = { servicio_ids: [salon.id('Corte')], peluquero_id: salon.id('Ana') }
  const held = dataOf(
    await salon.guest.post('/retenciones/', { fecha: salon.today, hora_inicio: '12:00', ...cut }),
    201,
  )
  assert.deepEqual(await stream.next(), changed)
  const proof = { 'x-retencion-token': held.token }
  dataOf(await salon.backend.delete(`/retenciones/${held.id}/`, proof))
  assert.deepEqual(await stream.next(), changed)
  await salon.apply({ ...team, closings: { '2030-03-06': null } })
  assert.deepEqual(await stream.next(), changed)
  const note = { tipo: 'nota', texto: 'Prefiere la tarde' }
  dataOf(await salon.backend.post(`/clientes/${booking.cliente.id}/notas/`, note), 201)
  assert.deepEqual(await stream.next(), changed)

  // counted at night: nothing has changed by that, and the next change still shows
  await nightlyMaintenance(await requestContextFor(salon))
  const [left] = await witness<{ count: number }[]>`
    select count(*)::int as count from agenda_changes where business_id = ${salon.businessId}`
  assert.equal(left?.count, 0)
  dataOf(await salon.backend.post(`/clientes/${booking.cliente.id}/notas/`, note), 201)
  assert.deepEqual(await stream.next(), changed)
})

test('D70: a hold that ends by time alone is reported without a notification', async () => {
  const salon = await openSalon(team)
  const cut = { servicio_ids: [salon.id('Corte')], peluquero_id: salon.id('Ana') }
  dataOf(
    await salon.guest.post('/retenciones/', { fecha: salon.today, hora_inicio: '12:00', ...cut }),
    201,
  )
  const { follower, next } = collector()
  const feeds = openFeeds(salon, { listener: deaf })
  const feed = await feeds.open(salon.businessId, salon.clock)
  await feed.follow(null, follower)
  salon.setTime('2030-03-04T09:00')
  assert.deepEqual(await next(), { kind: 'changed', position: null })
  feed.leave()
  assert.equal(feeds.size(), 0, 'nobody follows: nothing is read any more')
})

test('D70: Last-Event-ID continues without a gap, and so does `desde` at first', async () => {
  const salon = await openSalon(team)
  for (const [index, time] of ['10:00', '11:00', '12:00'].entries())
    dataOf(await salon.backend.book('Ana', time, { email: `${index}@example.com` }), 201)
  await publishEvents(salon)
  const events = await named(salon)
  const resumed = await open(salon, '?desde=0', { 'last-event-id': '2' })
  assert.deepEqual(await takeAll(resumed, events.length - 2), events.slice(2))
  assert.deepEqual(await resumed.next(), changed, 'holds and settings may have changed meanwhile')
  const first = await open(salon, '?desde=1', { 'last-event-id': '' })
  assert.deepEqual(await takeAll(first, events.length - 1), events.slice(1))

  for (const [query, headers] of [
    ['?desde=x', {}],
    ['', { 'last-event-id': '-1' }],
  ] as const)
    assertInvalid(
      await salon.backend.get(path + query, headers),
      query === '' ? 'Last-Event-ID' : 'desde',
    )
})

test('D70: who has missed events that are gone reads everything again', async () => {
  const salon = await openSalon(team)
  dataOf(await salon.backend.book('Ana', '10:00'), 201)
  await publishEvents(salon)
  const last = (await named(salon)).length
  const reload = {
    id: last,
    data: { tipo: 'agenda.recargar', id: null, codigo: 'EVENTS_EXPIRED' },
  }
  const ahead = await open(salon, '?desde=999')
  assert.deepEqual(await ahead.next(), reload, 'of a database that was restored')

  salon.setTime('2030-04-20T08:00')
  await witness`delete from events where business_id = ${salon.businessId}`
  const stream = await open(salon, '', { 'last-event-id': '0' })
  assert.deepEqual(await stream.next(), reload)
  assert.deepEqual(await stream.next(), changed)
  dataOf(await salon.backend.book('Ana', '10:00', { date: '2030-04-22' }), 201)
  await publishEvents(salon)
  const events = await named(salon, last)
  assert.deepEqual(await takeAll(stream, events.length), events)
})

test('D70: a change through one process shows in another, and never at another salon', async () => {
  const [salon, other] = [await openSalon(team), await openSalon(team)]
  const second = await openApi(undefined, { clock: api.clock })
  try {
    const stream = await open(salon, '', {}, second.url)
    const foreign = await open(other, '', {}, second.url)
    await stream.nextLine()
    await foreign.nextLine()
    dataOf(await salon.backend.book('Ana', '10:00'), 201)
    await publishEvents(salon)
    const events = await named(salon)
    assert.deepEqual(await takeAll(stream, events.length), events)
    const cut = { servicio_ids: [salon.id('Corte')], peluquero_id: salon.id('Bea') }
    dataOf(
      await salon.guest.post('/retenciones/', { fecha: salon.today, hora_inicio: '12:00', ...cut }),
      201,
    )
    assert.deepEqual(await stream.next(), changed)

    // the first message of the other salon is its own
    dataOf(await other.backend.book('Ana', '10:00'), 201)
    await publishEvents(other)
    assert.deepEqual(await foreign.next(), (await named(other))[0])
  } finally {
    await second.close()
  }
})

test('D65: who is limited to their own agenda gets nothing else', async () => {
  const salon = await openSalon(team)
  const person = await salon.staff('professional', { professional: 'Ana' })
  const stream = await openAs(person)
  await stream.nextLine()
  const theirs = dataOf(await salon.backend.book('Bea', '10:00'), 201)
  dataOf(await salon.backend.post('/bloqueos/', blockOf(salon, 'Bea')), 201)
  dataOf(await salon.backend.book('Ana', '11:00', { email: 'a@example.com' }), 201)
  dataOf(await salon.backend.post('/bloqueos/', blockOf(salon, 'Ana')), 201)
  await publishEvents(salon)
  const { items } = dataOf(await salon.backend.get('/eventos/'))
  const own = items.filter(
    ({ tipo, datos }: { tipo: string; datos: object }) =>
      /^(reserva|bloqueo)/.test(tipo) && JSON.stringify(datos).includes('"Ana"'),
  )
  assert.equal(own.length, 2)
  assert.deepEqual(
    await takeAll(stream, 2),
    (await named(salon)).filter(({ id }: { id: number }) =>
      own.some(({ posicion }: { posicion: number }) => posicion === id),
    ),
  )

  // a visit that is moved may have been theirs: they have to look, and do not learn at what
  const moved = {
    por_negocio: true,
    fecha: salon.today,
    hora_inicio: '17:00',
    peluquero_id: salon.id('Bea'),
  }
  dataOf(await salon.backend.post(`/reservas/${theirs.id}/reprogramar/`, moved))
  await publishEvents(salon)
  const { length } = await named(salon)
  assert.deepEqual(await stream.next(), { ...changed, id: length })

  const nobody = await salon.staff('professional')
  assert.equal((await openAs(nobody)).status, 200, 'an agenda that stays empty')
})

const blockOf = (salon: TestSalon, name: string) => ({
  ...{ peluquero_id: salon.id(name), motivo: 'Médico' },
  ...{ desde: '2030-03-04T18:00', hasta: '2030-03-04T19:00' },
})

test('D70: streams need what reading the agenda needs, and a page of this origin', async () => {
  const salon = await openSalon(team)
  assertError(await salon.guest.get(path), 'INSUFFICIENT_SCOPE')
  assertError(await salon.guest.get(`${path}?lang=xx`), 'INSUFFICIENT_SCOPE')
  const without = await salon.staff('manager', { permissionsRemoved: ['agenda.all', 'agenda.own'] })
  assertError(await without.get(path), 'PERMISSION_REQUIRED')
  const person = await salon.staff('receptionist')
  const browser = browserOf(person)
  assert.equal((await openAgendaStream(api.url, browser)).status, 200)
  const elsewhere = { ...browser, 'sec-fetch-site': 'cross-site' }
  const refused = await openAgendaStream(api.url, elsewhere)
  assert.equal(refused.status, 403)
  const head = await fetch(api.url + path, { method: 'HEAD', headers: browser })
  assert.equal(head.status, 404, 'a response without an end has no HEAD')
})

test('D62: a stream ends with its session at once, and with the permission', async () => {
  const salon = await openSalon(team)
  const [ended, withdrawn, gone] = [
    await salon.staff('receptionist'),
    await salon.staff('receptionist'),
    await salon.staff('receptionist'),
  ]
  const streams = [await openAs(ended), await openAs(withdrawn), await openAs(gone)]
  dataOf(await ended.delete('/sesion/'))
  await witness`
    update staff set permissions_removed = '{agenda.own,agenda.all}' where id = ${withdrawn.staffId}`
  await deactivateStaff(await staffOf(salon), gone.staffId)
  const closed = (codigo: string) => ({
    id: null,
    data: { tipo: 'agenda.cerrada', id: null, codigo },
  })
  for (const [index, code] of ['SESSION_ENDED', 'PERMISSION_REQUIRED', 'SESSION_ENDED'].entries()) {
    assert.deepEqual(await streams[index]?.next(), closed(code))
    assert.equal(await streams[index]?.next(), null)
  }
})

test('D62: an open stream is not a use of its session, which ends when it is idle', async () => {
  const salon = await openSalon(team)
  const person = await salon.staff('receptionist')
  const second = await openApi(undefined, { agendaStreams: { commentSeconds: 1 } })
  try {
    second.clock.set(salon.clock.now())
    const stream = await openAs(person, '', second.url)
    await stream.nextLine()
    assert.equal(await stream.nextLine(), ':', 'a comment, so that nobody closes it as idle')
    second.clock.set(new Date(salon.clock.now().getTime() + 8 * 24 * 3_600_000))
    assert.equal((await stream.next())?.data.codigo, 'SESSION_ENDED')
  } finally {
    await second.close()
  }
})

test('D70: the fourth stream of a session replaces its first one', async () => {
  const salon = await openSalon(team)
  const person = await salon.staff('receptionist')
  const streams = []
  for (let count = 0; count < 3; count++) streams.push(await openAs(person))
  const otherSession = await openAs(await salon.staff('receptionist'))
  const fourth = await openAs(person)
  assert.equal((await streams[0]?.next())?.data.codigo, 'RATE_LIMIT_EXCEEDED')
  assert.equal(await streams[0]?.next(), null)
  dataOf(await salon.backend.book('Ana', '10:00'), 201)
  await publishEvents(salon)
  for (const stream of [streams[1], streams[2], otherSession, fourth])
    assert.equal((await stream?.next())?.id, 1)
})

test('a process that stops ends its streams, and clients continue at another one', async () => {
  const salon = await openSalon(team)
  const second = await openApi(undefined, { clock: api.clock })
  const stream = await open(salon, '', {}, second.url)
  dataOf(await salon.backend.book('Ana', '10:00'), 201)
  await publishEvents(salon)
  const first = await stream.next()
  await second.close()
  while ((await stream.next()) !== null);
  dataOf(await salon.backend.book('Bea', '10:00', { email: 'b@example.com' }), 201)
  await publishEvents(salon)
  const resumed = await open(salon, '', { 'last-event-id': String(first?.id) })
  assert.equal((await resumed.next())?.id, (first?.id ?? 0) + 1)
})

test('streams survive a database that fails, and report what happened once it is back', async () => {
  const salon = await openSalon(team)
  const { follower, next } = collector()
  const database = { fails: false }
  const errors: unknown[] = []
  const feeds = openFeeds(salon, { listener: deaf, database, errors })
  const feed = await feeds.open(salon.businessId, salon.clock)
  await feed.follow(null, follower)
  database.fails = true
  dataOf(await salon.backend.book('Ana', '10:00'), 201)
  await publishEvents(salon)
  while (errors.length === 0) await new Promise((resolve) => setImmediate(resolve))
  await assert.rejects(
    openFeeds(salon, { listener: deaf, database }).open(salon.businessId, salon.clock),
    /down/,
    'a stream that opens now is refused',
  )
  database.fails = false
  const notice = await next()
  assert.deepEqual([notice.kind, notice.position], ['event', 1])
  assert.equal(errors.length, 1, 'one line of the log for each outage')
  feeds.close()
})

test('a client that does not read is dropped, and nothing is kept for it', async () => {
  const ends: StreamEnd[] = []
  const followers: AgendaFollower[] = []
  const streams = openAgendaStreams({
    feeds: {
      open: async () => ({
        follow: async (_, follower) => void followers.push(follower),
        leave() {},
      }),
      size: () => 0,
      close() {},
    },
    listener: deaf,
    onEnd: (reason) => ends.push(reason),
    onError() {},
  })
  const salon = await openSalon(team)
  const context = { ...(await requestContextFor(salon)), identity: { kind: 'business' } as const }
  const server = createServer((_, response) => {
    const principal = { keyId: 'one' } as never
    const request = { context, principal, contextOf: () => context, after: null, response }
    const sendHead = () => void response.writeHead(200)
    void streams.open({ ...request, check: async () => principal, sendHead })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.pause().write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  while (followers.length === 0) await new Promise((resolve) => setImmediate(resolve))
  const notice: AgendaNotice = { kind: 'event', position: 1, type: 'reserva.creada', eventId: 1 }
  while (ends.length === 0) {
    for (let count = 0; count < 1000; count++) followers[0]?.receive(notice)
    await new Promise((resolve) => setImmediate(resolve))
  }
  assert.deepEqual([ends, streams.size()], [['slow'], 0])
  socket.destroy()
  await new Promise((resolve) => server.close(resolve))
  streams.close()
})

/** Notifications that never arrive. */
const deaf: Listener = { on() {}, onGap() {}, notify: async () => {}, close: async () => {} }

/** Feeds of a salon that read often, with a database that can fail. */
function openFeeds(
  salon: TestSalon,
  {
    listener,
    database = { fails: false },
    errors = [],
  }: { listener: Listener; database?: { fails: boolean }; errors?: unknown[] },
) {
  const context = requestContextFor(salon)
  const guard = async <T>(work: () => Promise<T>): Promise<T> => {
    if (database.fails) throw new Error('the database is down')
    return work()
  }
  return openAgendaFeeds({
    tenantDb: (businessId) =>
      ({
        businessId,
        query: (build: never) => guard(async () => (await context).tenant.db.query(build)),
        batch: (build: never) => guard(async () => (await context).tenant.db.batch(build)),
      }) as never,
    listener,
    onError: (error) => errors.push(error),
    pollMilliseconds: 10,
  })
}

/** What a follower of everything gets, one after the other. */
function collector() {
  const notices: AgendaNotice[] = []
  const follower: AgendaFollower = {
    professionalId: () => null,
    receive: (notice) => void notices.push(notice),
  }
  async function next(): Promise<AgendaNotice> {
    for (;;) {
      const notice = notices.shift()
      if (notice !== undefined) return notice
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return { follower, next }
}
