import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { inTransaction, openDatabase, openPool, openTenantDbs, type Sql } from '@silla/db'
import { openApi, type TestApi } from '../support/api.ts'
import { atEnd } from '../support/at-end.ts'
import { type ApiResponse, type Client, client } from '../support/client.ts'
import { testDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { startStopwatch } from '../support/stopwatch.ts'
import { until } from '../support/until.ts'
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
  api = await openApi(tap.url, { databaseLimits: {} })
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

function assertUnavailable(response: ApiResponse) {
  assert.equal(response.status, 503, response.text)
  assert.equal(response.error.code, 'SERVICE_UNAVAILABLE')
  assert.equal(response.headers.get('retry-after'), '1')
  assert.doesNotMatch(response.text, /postgres|ECONN|sql|select/i)
}

/** Awaits requests that are to end within three seconds (D2). */
async function withinThreeSeconds<T>(requests: Promise<T>): Promise<T> {
  const stop = startStopwatch()
  const responses = await requests
  const milliseconds = stop()
  assert.ok(milliseconds < 3000, `${milliseconds} ms`)
  return responses
}

for (const [outage, begin] of [
  ['is down', () => tap.goDown()],
  ['hangs', () => tap.hang()],
] as const) {
  test(`D2: while the database ${outage}, requests that need it return 503 within 3 s, and succeed as soon as it is back`, async () => {
    begin()
    const responses = await withinThreeSeconds(
      Promise.all([
        guest.get(`/disponibilidad/${salon.id('Ana')}/${salon.today}/`),
        guest.get('/disponibilidad/dias/'),
        guest.post('/reservas/crear/', bookingRequest('lucia@example.com')),
        guest.get('/reservas/codigo/0123456789/'),
        guest.post('/reservas/1/cancelar/', { codigo: '0123456789' }),
        guest.post('/graphql', {
          query: '{ negocio { nombre } peluqueros { items { dias { fecha } } } }',
        }),
      ]),
    )
    for (const response of responses) assertUnavailable(response)
    // none of them has sent a write: there was no connection, or the transaction was not committed
    const unknown = responses.filter(({ error }) => 'resultado_desconocido' in error)
    assert.deepEqual(unknown, [])

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
    assertUnavailable(
      await withinThreeSeconds(
        client(api.url, { 'x-api-key': salon.secretKey }).get('/servicios/'),
      ),
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

test('D2: the time that requests wait for a slot counts into the three seconds', async (t) => {
  const oneAtATime = await openApi(tap.url, {
    databaseLimits: {},
    requestSlots: { slotsPerBusiness: 1, maxWaitMilliseconds: 60_000 },
  })
  t.after(oneAtATime.close)
  oneAtATime.clock.set(salon.clock.now())
  const visitor = client(oneAtATime.url, { 'x-api-key': salon.publishableKey })
  await visitor.get('/servicios/')
  tap.hang()
  const responses = await withinThreeSeconds(
    Promise.all([
      visitor.get(`/disponibilidad/${salon.id('Ana')}/${salon.today}/`),
      visitor.get('/disponibilidad/dias/'),
      visitor.post('/reservas/crear/', bookingRequest('lucia@example.com')),
      visitor.get('/reservas/codigo/0123456789/'),
    ]),
  )
  for (const response of responses) assertUnavailable(response)
})

test('D19: a booking that commits without a response is a 503 with resultado_desconocido, and repeating it with its key returns it', async () => {
  const input = (hora_inicio: string, email = 'eva@example.com') => ({
    ...bookingRequest(email),
    fecha: '2030-03-05',
    hora_inicio,
  })
  const key = (value: string) => ({ 'idempotency-key': value })
  const query = `mutation ($entrada: NuevaReserva!) { crear_reserva(entrada: $entrada) { codigo } }`
  const mutation = { query, variables: { entrada: input('17:00') } }
  // opens a connection for each of the two bookings, and prepares the statement there
  const opened = await Promise.all([
    guest.post('/reservas/crear/', input('10:00', 'uno@example.com'), key('uno')),
    guest.post('/reservas/crear/', input('11:00', 'dos@example.com'), key('dos')),
  ])
  for (const { status } of opened) assert.equal(status, 201)
  tap.hang()
  const lost = await Promise.all([
    guest.post('/reservas/crear/', input('16:00'), key('rest')),
    guest.post('/graphql', mutation, key('graphql')),
  ])
  tap.recover()
  for (const { status, error } of lost) {
    assert.deepEqual([status, error.resultado_desconocido], [503, true])
    assert.match(error.message, /no sabemos/i)
  }

  const { witness } = await testDatabase()
  const committed = await witness<{ code: string }[]>`
    select code from bookings
    where business_id = ${salon.businessId} and contact_email = 'eva@example.com'
    order by starts_at`
  const [again, viaGraphql] = [
    await guest.post('/reservas/crear/', input('16:00'), key('rest')),
    await guest.post('/graphql', mutation, key('graphql')),
  ]
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal(viaGraphql.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual(
    [again.data.codigo, viaGraphql.data.crear_reserva.codigo],
    committed.map(({ code }) => code),
  )
})

test('a transaction is not committed after its deadline, and one whose commit has no response may have committed', async (t) => {
  const { urls } = await testDatabase()
  const server = openPool({ url: urls.prepare, max: 1, name: 'silla-test-deadline' })
  const database = openDatabase({ url: tap.url, name: 'silla-test-deadline' })
  t.after(() => Promise.all([server.end(), database.close()]))
  // all connections are open before the short deadline begins, and the others have that of production
  const short = openTenantDbs(database, { deadlineMilliseconds: 1000 })(salon.businessId)
  const db = openTenantDbs(database)(salon.businessId)
  const enqueue = (tx: Sql, task: string) => tx`select app.enqueue(${task}, '{}', null, null)`
  const outcome = (result: Promise<unknown>) =>
    result.catch(({ code, extra }) => [code, extra?.outcomeUnknown])
  const openAll = () => Promise.all(database.pinned.map(() => db.transaction((tx) => tx`select 1`)))
  const outbox = async () => {
    const rows = await server<{ task: string }[]>`
      select task from jobs.outbox where task in ('late', 'lost')`
    return rows.map(({ task }) => task)
  }

  const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
  await openAll()
  const late = outcome(
    short.transaction(async (tx) => {
      await enqueue(tx, 'late')
      await isOver
    }),
  )
  assert.deepEqual(await late, ['SERVICE_UNAVAILABLE', undefined])
  end()
  // uses the same connection, so it waits for the rollback
  await openAll()
  assert.deepEqual(await outbox(), [])

  const lost = outcome(
    db.transaction(async (tx) => {
      await enqueue(tx, 'lost')
      tap.hang()
    }),
  )
  assert.deepEqual(await lost, ['SERVICE_UNAVAILABLE', true])
  assert.deepEqual(await outbox(), ['lost'])
})

test('a write that was not sent before its deadline is not sent when the database is back', async (t) => {
  const { urls } = await testDatabase()
  const server = openPool({ url: urls.prepare, max: 1, name: 'silla-test-withdrawn' })
  const database = openDatabase({ url: tap.url, name: 'silla-test-withdrawn' })
  t.after(() => Promise.all([server.end(), database.close()]))
  let slotsInUse = () => 0
  const db = openTenantDbs(
    database,
    { deadlineMilliseconds: 1000 },
    {
      metrics: {
        onOpen: ({ exec }) => {
          slotsInUse = () => exec().inUse
        },
        onOperation: () => {},
      },
    },
  )(salon.businessId)
  const enqueue = (task: string, tenantDb = db) =>
    tenantDb.exec(
      (sql) => sql`
        select app.set_business(${salon.businessId}), app.enqueue(${task}, '{}', null, null)`,
    )

  tap.goDown()
  const refused = { code: 'SERVICE_UNAVAILABLE', extra: undefined }
  await assert.rejects(enqueue('withdrawn'), refused)
  tap.recover()
  await until(async () => slotsInUse() === 0)
  // with the deadline of production: a busy machine takes a while to connect
  await enqueue('sent', openTenantDbs(database)(salon.businessId))
  const rows = await server<{ task: string }[]>`
    select task from jobs.outbox where task in ('withdrawn', 'sent')`
  assert.deepEqual(
    rows.map(({ task }) => task),
    ['sent'],
  )
})

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
    const sleeping = () => server`
      select from pg_stat_activity
      where application_name = 'silla-test-ended' and wait_event = 'PgSleep'`
    await until(async () => isOver || (await sleeping()).length > 0)
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

test('a connection that could not be made in an outage is made at the first attempt after it', async (t) => {
  const [{ hostname, port, pathname, username, password }, unused] = [
    new URL(tap.url),
    await freePort(),
  ]
  const twoHosts = `postgres://${username}:${password}@127.0.0.1:${unused},${hostname}:${port}${pathname}`
  for (const url of [twoHosts, tap.url]) {
    const pool = openPool({ url, max: 1, name: 'silla-test-again' })
    t.after(() => pool.end())
    tap.goDown()
    for (let attempt = 0; attempt < 3; attempt++) await assert.rejects(pool`select 1`)
    tap.recover()
    assert.equal((await pool`select 1 as one`)[0]?.one, 1)
  }
})

test('a query that arrives while its connection is being lost does not get the response of another one', async (t) => {
  const pool = openPool({ url: tap.url, max: 1, name: 'silla-test-mixed' })
  t.after(() => pool.end())
  await pool`select 1`
  const lost = pool`select pg_sleep(60)`.catch((error) => error)
  await until(async () => tap.roundTrips() > 0)
  tap.goDown()
  tap.recover()
  assert.equal((await lost).code, 'ECONNRESET')
  // the driver knows that the socket has failed, and not yet that it is closed
  const arrived = pool`select 'arrived' as text`.catch((error) => [{ text: error.code }])
  await new Promise(setImmediate)
  await pool`select 'next' as text`
  const last = pool`select 'last' as text`.catch(() => {})
  assert.match((await arrived)[0]?.text ?? '', /^(arrived|CONNECTION_\w+|ECONNRESET)$/)
  assert.equal((await last)?.[0]?.text, 'last')
})
