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

const visit = (email: string) => ({
  servicio_ids: [salon.id('Corte')],
  peluquero_id: salon.id('Ana'),
  fecha: salon.today,
  hora_inicio: '12:00',
  nombre: 'Lucía Prado',
  email,
})

function assertUnavailable(answer: ApiResponse, startedAt: number) {
  assert.equal(answer.status, 503, answer.text)
  assert.equal(answer.error.code, 'SERVICE_UNAVAILABLE')
  assert.equal(answer.headers.get('retry-after'), '1')
  assert.doesNotMatch(answer.text, /postgres|ECONN|sql|select/i)
  assert.ok(performance.now() - startedAt < 3000, 'within three seconds')
}

for (const [trouble, begin] of [
  ['is down', () => tap.goDown()],
  ['hangs', () => tap.hang()],
] as const) {
  test(`D2: while the database ${trouble}, what needs it is refused with 503 within 3 s, and works again as soon as it is back`, async () => {
    begin()
    const startedAt = performance.now()
    const answers = await Promise.all([
      guest.get(`/disponibilidad/${salon.id('Ana')}/${salon.today}/`),
      guest.get('/disponibilidad/dias/'),
      guest.post('/reservas/crear/', visit('lucia@example.com')),
      guest.get('/reservas/codigo/0123456789/'),
      guest.post('/reservas/1/cancelar/', { codigo: '0123456789' }),
      guest.post('/graphql', {
        query: '{ negocio { nombre } peluqueros { items { dias { fecha } } } }',
      }),
    ])
    for (const answer of answers) assertUnavailable(answer, startedAt)

    tap.recover()
    assert.equal(
      (await guest.get(`/disponibilidad/${salon.id('Ana')}/${salon.today}/`)).status,
      200,
    )
  })

  test(`a key that must be looked up is 503, not 401, while the database ${trouble}`, async () => {
    // what was remembered of the key is old by now
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

  test(`/healthz says alive and /readyz says not ready while the database ${trouble}`, async () => {
    const root = api.url.replace('/api/v1', '')
    begin()
    assert.equal((await fetch(`${root}/healthz`)).status, 200)
    assert.equal((await fetch(`${root}/readyz`)).status, 503)
  })
}

test('a salon that was shown a moment ago is still shown while the database is down', async () => {
  tap.goDown()
  assert.equal((await guest.get('/servicios/')).status, 200)
})

test('a booking whose connection is cut is booked once or not at all, and the second try gets the chair or is told it is taken', async () => {
  const first = guest.post('/reservas/crear/', visit('marta@example.com'))
  setImmediate(() => tap.goDown())
  const outcome = await first
  tap.recover()
  const again = await guest.post('/reservas/crear/', visit('marta@example.com'))
  const { witness } = await testDatabase()
  const rows = await witness`
    select b.id from bookings b join claims c on c.business_id = b.business_id and c.owner_id = b.id
    where b.business_id = ${salon.businessId} and b.contact_email = 'marta@example.com'`
  assert.equal(rows.length, 1)
  assert.ok(outcome.status === 201 || outcome.status === 503, outcome.text)
  assert.ok(again.status === 201 || again.error.code === 'SLOT_NOT_AVAILABLE', again.text)
})

test('work whose connection is ended in its middle is refused and does no more, what comes after it is not, and the pool can be ended', async () => {
  const { urls } = await testDatabase()
  const server = openPool({ url: urls.prepare, max: 1, name: 'silla-test-ending' })
  const admin = openPool({ url: urls.cli, max: 1, name: 'silla-test-ended' })
  const database = openDatabase({ url: urls.api, name: 'silla-test-ended' })
  atEnd(() => Promise.all([server.end(), admin.end(), database.close()]))
  const endIt = () =>
    server`select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'silla-test-ended'`
  const sleep = (tx: Sql) => tx`select pg_sleep(10)`
  const isAsleep = async () => {
    const asleep = () => server`select from pg_stat_activity where wait_event = 'PgSleep'`
    while ((await asleep()).length === 0);
  }
  const db = openTenantDbs(database)(salon.businessId)
  for (const work of [
    (callback: (tx: Sql) => Promise<unknown>) => inTransaction(admin, callback),
    (story: (tx: Sql) => Promise<unknown>) => db.transaction(story),
  ]) {
    const note = (tx: Sql) => tx`
      select app.set_business(${salon.businessId}), app.enqueue('prune', '{}', null, null)`
    const beforeItGoesOn = work(async (tx) => {
      await tx`select 1`
      await endIt()
      await note(tx)
    })
    await assert.rejects(beforeItGoesOn, { code: 'SERVICE_UNAVAILABLE' })
    const whileItWaits = work((tx) => Promise.all([sleep(tx), isAsleep().then(endIt)]))
    await assert.rejects(whileItWaits, { code: 'SERVICE_UNAVAILABLE' })
    await work((tx) => tx`select 1`)
  }
  assert.deepEqual([...(await server`select from jobs.outbox where task = 'prune'`)], [])
})
