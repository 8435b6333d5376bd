import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { inTransaction, openPool, type Sql } from '@silla/db'
import { openApi, type TestApi } from '../support/api.ts'
import { atEnd } from '../support/at-end.ts'
import { type Answer, type Client, client } from '../support/client.ts'
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

function assertUnavailable(answer: Answer, startedAt: number) {
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
      guest.post('/graphql', { query: '{ negocio { nombre } peluqueros { items { dias { fecha } } } }' }),
    ])
    for (const answer of answers) assertUnavailable(answer, startedAt)

    tap.recover()
    assert.equal((await guest.get(`/disponibilidad/${salon.id('Ana')}/${salon.today}/`)).status, 200)
  })

  test(`a key that must be looked up is 503, not 401, while the database ${trouble}`, async () => {
    // what was remembered of the key is old by now
    laterMilliseconds += 2000
    api.clock.set(new Date(salon.clock.now().getTime() + laterMilliseconds))
    begin()
    const startedAt = performance.now()
    assertUnavailable(await client(api.url, { 'x-api-key': salon.secretKey }).get('/servicios/'), startedAt)
    tap.recover()
    assert.equal((await client(api.url, { 'x-api-key': salon.secretKey }).get('/servicios/')).status, 200)
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

test('provisioning whose connection is ended in its middle is refused, and the program goes on', async () => {
  const { urls } = await testDatabase()
  const opened = (url: string) => {
    const sql = openPool({ url, max: 1, name: 'silla-test-ended' })
    atEnd(() => sql.end({ timeout: 1 }))
    return sql
  }
  const server = opened(urls.prepare)
  const end = (pid: number) => server`select pg_terminate_backend(${pid}, 5000)`
  for (const goesOn of [
    (tx: Sql, pid: number) => Promise.all([tx`select pg_sleep(10)`, end(pid)]),
    (tx: Sql, pid: number) => end(pid).then(() => tx`select 1`),
  ]) {
    const ended = inTransaction(opened(urls.cli), async (tx) => {
      const [backend] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`
      await goesOn(tx, backend?.pid ?? 0)
    })
    await assert.rejects(ended, { code: 'SERVICE_UNAVAILABLE' })
  }
})
