import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { inTransaction, openDatabase, openPool, openTenantDbs, type Sql } from '@silla/db'
import { openApi, type TestApi } from '../support/api.ts'
import { atEnd } from '../support/at-end.ts'
import { type ApiResponse, type Client, client } from '../support/client.ts'
import { testDatabase } from '../support/database.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { tapWire, type WireTap } from '../support/wire-tap.ts'

let salon: TestSalon
let tap: WireTap
let api: TestApi
let guest: Client
let laterMilliseconds = 0

before(async () => {
  salon = await openSalon({ now: '2030-03-04T08:00' })
  const { urls } = await testDatabase()
  tap = await tapWire(urls.api)
  atEnd(tap.close)
  api = await openApi(tap.url)
  atEnd(api.close)
  guest = client(api.url, { 'x-api-key': salon.publishableKey })
})

beforeEach(async () => {
  tap.recover()
  api.clock.set(salon.clock.now())
  await guest.get('/servicios/')
})

const bookingRequest = (email: string) => ({
  servicio_ids: [salon.id('Corte')],
  peluquero_id: salon.id('Ana'),
  fecha: salon.today,
  hora_inicio: '12:00',
  nombre: 'Lucía Prado',
  email,
})

function assertUnavailable(response: ApiResponse, startedAt: number) {
  assert.equal(response.status, 503, response.text)
  assert.equal(response.error.code, 'SERVICE_UNAVAILABLE')
  assert.equal(response.headers.get('retry-after'), '1')
  assert.doesNotMatch(response.text, /postgres|ECONN|sql|select/i)
  assert.ok(performance.now() - startedAt < 3000, 'within three seconds')
}

for (const [outage, begin] of [
  ['is down', () => tap.goDown()],
  ['hangs', () => tap.hang()],
] as const) {
  test(`D2: while the database ${outage}, requests that need it return 503 within 3 s, and succeed as soon as it is back`, async () => {
    begin()
    const startedAt = performance.now()
    const responses = await Promise.all([
      guest.get(`/disponibilidad/${salon.id('Ana')}/${salon.today}/`),
      guest.get('/disponibilidad/dias/'),
      guest.post('/reservas/crear/', bookingRequest('lucia@example.com')),
      guest.get('/reservas/codigo/0123456789/'),
      guest.post('/reservas/1/cancelar/', { codigo: '0123456789' }),
      guest.post('/graphql', {
        query: '{ negocio { nombre } peluqueros { items { dias { fecha } } } }',
      }),
    ])
    for (const response of responses) assertUnavailable(response, startedAt)

    tap.recover()
    assert.equal(
      (await guest.get(`/disponibilidad/${salon.id('Ana')}/${salon.today}/`)).status,
      200,
    )
  })

  test(`an API key that is not cached causes 503, not 401, while the database ${outage}`, async () => {
    // later than the expiry of cached keys
    laterMilliseconds += 2000
    api.clock.set(new Date(salon.clock.now().getTime() + laterMilliseconds))
    begin()
    const startedAt = performance.now()
    assertUnavailable(
      await client(api.url, { 'x-api-key': salon.secretKey }).get('/servicios/'),
      startedAt,
    )
    tap.recover()
    assert.equal(
      (await client(api.url, { 'x-api-key': salon.secretKey }).get('/servicios/')).status,
      200,
    )
  })

  test(`/healthz returns 200 and /readyz 503 while the database ${outage}`, async () => {
    const root = api.url.replace('/api/v1', '')
    begin()
    assert.equal((await fetch(`${root}/healthz`)).status, 200)
    assert.equal((await fetch(`${root}/readyz`)).status, 503)
  })
}

test('a cached catalogue is still served while the database is down', async () => {
  tap.goDown()
  assert.equal((await guest.get('/servicios/')).status, 200)
})

test('a booking request whose connection breaks has one effect or none, and a second one succeeds or finds the time taken', async () => {
  const first = guest.post('/reservas/crear/', bookingRequest('marta@example.com'))
  setImmediate(() => tap.goDown())
  const outcome = await first
  tap.recover()
  const again = await guest.post('/reservas/crear/', bookingRequest('marta@example.com'))
  const { witness } = await testDatabase()
  const rows = await witness`
    select b.id from bookings b join claims c on c.business_id = b.business_id and c.owner_id = b.id
    where b.business_id = ${salon.businessId} and b.contact_email = 'marta@example.com'`
  assert.equal(rows.length, 1)
  assert.ok(outcome.status === 201 || outcome.status === 503, outcome.text)
  assert.ok(again.status === 201 || again.error.code === 'SLOT_NOT_AVAILABLE', again.text)
})

test('a transaction whose connection ends fails and writes nothing more, the next one succeeds, and the pool can be closed', async () => {
  const { urls } = await testDatabase()
  const server = openPool({ url: urls.prepare, max: 1, name: 'silla-test-ending' })
  const admin = openPool({ url: urls.cli, max: 1, name: 'silla-test-ended' })
  const database = openDatabase({ url: urls.api, name: 'silla-test-ended' })
  atEnd(() => Promise.all([server.end(), admin.end(), database.close()]))
  const endConnections = () =>
    server`
      select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where application_name = 'silla-test-ended'`
  const sleep = (tx: Sql) => tx`select pg_sleep(10)`
  /** Waits until the query sleeps in the server, or has failed because its connection is closed. */
  const waitForSleep = async (query: PromiseLike<unknown>) => {
    let isOver = false
    const end = () => {
      isOver = true
    }
    query.then(end, end)
    const sleeping = () => server`select from pg_stat_activity where wait_event = 'PgSleep'`
    while (!isOver && (await sleeping()).length === 0);
  }
  const db = openTenantDbs(database)(salon.businessId)
  for (const transaction of [
    (callback: (tx: Sql) => Promise<unknown>) => inTransaction(admin, callback),
    (callback: (tx: Sql) => Promise<unknown>) => db.transaction(callback),
  ]) {
    const enqueue = (tx: Sql) => tx`
      select app.set_business(${salon.businessId}), app.enqueue('prune', '{}', null, null)`
    const betweenQueries = transaction(async (tx) => {
      await tx`select 1`
      await endConnections()
      await enqueue(tx)
    })
    await assert.rejects(betweenQueries, { code: 'SERVICE_UNAVAILABLE' })
    const duringQuery = transaction((tx) => {
      const query = sleep(tx)
      return Promise.all([query, waitForSleep(query).then(endConnections)])
    })
    await assert.rejects(duringQuery, { code: 'SERVICE_UNAVAILABLE' })
    await transaction((tx) => tx`select 1`)
  }
  assert.deepEqual([...(await server`select from jobs.outbox where task = 'prune'`)], [])
})
