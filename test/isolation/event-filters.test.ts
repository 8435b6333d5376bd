import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { deliverEvents, openTenants, positionEvents } from '@silla/core'
import { openDatabase, openListener } from '@silla/db'
import { openEventSender } from '@silla/worker'
import { fetchCalendar, newFeed, readEntries } from '../rest/calendars/calendar-app.ts'
import type { Code } from '../spec/contract/codes.ts'
import { openApi, testApi } from '../support/api.ts'
import { assertError, dataOf } from '../support/assertions.ts'
import { atEnd } from '../support/at-end.ts'
import { type ApiResponse, type Client, client } from '../support/client.ts'
import { testDatabase } from '../support/database.ts'
import { insertDeliveries } from '../support/deliveries.ts'
import { deliveriesTo, insertEndpoint, type TestEndpoint } from '../support/event-endpoints.ts'
import { type EventReceiver, openEventReceiver } from '../support/event-receiver.ts'
import { publishEvents } from '../support/events.ts'
import { queryGraphql } from '../support/graphql.ts'
import { jobsDatabase } from '../support/jobs.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { testSecrets } from '../support/secrets.ts'
import { assertWritesNothing } from '../support/writes.ts'

// What leaves a salon (endpoints and their deliveries, the feed of events, calendars) is only its
// own, with the policy in place and with the policy out of the way, as in filters.test.ts. The other
// salon has an endpoint and a calendar under the ids of this one: ids are unique per business only.

let mine: TestSalon
let theirs: TestSalon
let receiver: EventReceiver
let endpoint: TestEndpoint
let theirEndpoint: TestEndpoint
let theirDelivery: number
let feed: { id: number; path: string }
let theirFeed: { id: number; path: string }
let urls: string[]

before(async () => {
  theirs = await openSalon({ professionals: ['Zoe', 'Zita', 'Zulema'] })
  mine = await openSalon({ professionals: ['Ana'] })
  receiver = await openEventReceiver()
  const nobody = { url: 'https://zafio.example/' }
  endpoint = await insertEndpoint(mine, receiver)
  theirEndpoint = await insertEndpoint(theirs, nobody)
  await insertDeliveries(theirs, theirEndpoint.id)
  feed = await newFeed(mine)
  theirFeed = await newFeed(theirs, 'Zulema')
  theirDelivery = (await deliveriesTo(theirEndpoint))[0]?.id ?? 0
  await insertTwins()
  for (const time of ['09:00', '10:00', '11:00']) dataOf(await theirs.guest.book('Zoe', time), 201)
  dataOf(await mine.guest.book('Ana', '12:00'), 201)
  await publishEvents(theirs)
  await publishEvents(mine)

  const { urls: database } = await testDatabase()
  const jobs = await jobsDatabase()
  await jobs`grant usage on schema jobs to silla_owner`
  await jobs`grant execute on function jobs.enqueue, jobs.dequeue to silla_owner`
  const unguarded = await openApi(database.migrator)
  atEnd(unguarded.close)
  unguarded.clock.set(mine.clock.now())
  urls = [(await testApi()).url, unguarded.url]
})

/** Inserts an endpoint with a log, and a calendar, with ids of this salon at the other. */
async function insertTwins() {
  const { witness } = await testDatabase()
  await insertTwinOf(endpoint.id)
  await witness`
    insert into calendar_feeds (business_id, id, professional_id, created_at)
    values (${theirs.businessId}, ${feed.id}, ${theirs.id('Zita')}, now())`
}

/** Inserts an endpoint with this id and a log at the other salon. */
async function insertTwinOf(id: number) {
  const { witness } = await testDatabase()
  await witness`
    insert into event_endpoints (
      business_id, id, url, types, description, is_active, sealed_secret, position, created_at,
      updated_at)
    select business_id, ${id}, url, types, 'Zafio', is_active, sealed_secret, position,
      created_at, updated_at
    from event_endpoints where business_id = ${theirs.businessId} and id = ${theirEndpoint.id}`
  await insertDeliveries(theirs, id)
}

async function deleteTwinOf(id: number) {
  const { witness } = await testDatabase()
  const { businessId } = theirs
  await witness`delete from event_deliveries where business_id = ${businessId} and endpoint_id = ${id}`
  await witness`delete from event_endpoints where business_id = ${businessId} and id = ${id}`
}

const ownerAt = (url: string, salon = mine) => client(url, { 'x-api-key': salon.secretKey })

/** What the other salon has of all this. */
async function theirRows() {
  const { witness } = await testDatabase()
  const { businessId } = theirs
  const [endpoints, deliveries, feeds, tokens, positions] = await Promise.all([
    witness`select * from event_endpoints where business_id = ${businessId} order by id`,
    witness`select * from event_deliveries where business_id = ${businessId} order by id`,
    witness`select * from calendar_feeds where business_id = ${businessId} order by id`,
    witness`select * from registry.calendar_tokens where business_id = ${businessId}`,
    witness`select * from event_positions where business_id = ${businessId}`,
  ])
  return [endpoints, deliveries, feeds, tokens, positions].map((rows) => [...rows])
}

test('endpoints, deliveries, events and calendars of the other salon are not listed', async () => {
  for (const url of urls) {
    const owner = ownerAt(url)
    const answers = [
      await owner.get('/webhooks/endpoints/'),
      await owner.get(`/webhooks/endpoints/${endpoint.id}/`),
      await owner.get(`/webhooks/endpoints/${endpoint.id}/entregas/`),
      await owner.get('/eventos/'),
      await owner.get('/calendarios/'),
      await owner.post('/graphql', {
        query: `{ endpoints { items { id url descripcion } } endpoint(id: ${endpoint.id}) { url }
          entregas(id: ${endpoint.id}) { items { tipo } } eventos { items { tipo datos } }
          calendarios { items { id profesional { nombre } } } }`,
      }),
    ]
    for (const { status, text } of answers) {
      assert.equal(status, 200, text)
      assert.doesNotMatch(text, /zafio|Zoe|Zita|Zulema|fallida|09:00|"errors"/i, url)
    }
    const idsIn = ({ data }: ApiResponse) => data.items.map(({ id }: { id: number }) => id)
    const [endpoints, , deliveries, events, feeds] = answers as [ApiResponse, ...ApiResponse[]]
    assert.deepEqual(idsIn(endpoints), [endpoint.id])
    assert.equal(deliveries?.data.pagination.total_items, 0)
    assert.deepEqual([events?.data.items.length, events?.data.siguiente], [1, 1])
    assert.deepEqual(idsIn(feeds as ApiResponse), [feed.id])
  }
})

test('an id of the other salon changes nothing there, exactly like one that does not exist', async () => {
  const before = await theirRows()
  const at = (id: number) => `/webhooks/endpoints/${id}/`
  const attempts: [string, Code, number, (who: Client, id: number) => Promise<ApiResponse>][] = [
    ['read', 'ENDPOINT_NOT_FOUND', theirEndpoint.id, (who, id) => who.get(at(id))],
    [
      'change',
      'ENDPOINT_NOT_FOUND',
      theirEndpoint.id,
      (who, id) => who.put(at(id), { activo: false }),
    ],
    ['delete', 'ENDPOINT_NOT_FOUND', theirEndpoint.id, (who, id) => who.delete(at(id))],
    ['rotate', 'ENDPOINT_NOT_FOUND', theirEndpoint.id, (who, id) => who.post(`${at(id)}rotar/`)],
    ['test', 'ENDPOINT_NOT_FOUND', theirEndpoint.id, (who, id) => who.post(`${at(id)}probar/`)],
    ['log', 'ENDPOINT_NOT_FOUND', theirEndpoint.id, (who, id) => who.get(`${at(id)}entregas/`)],
    [
      'redeliver',
      'ENDPOINT_NOT_FOUND',
      theirEndpoint.id,
      (who, id) => who.post(`${at(id)}entregas/${theirDelivery}/reenviar/`),
    ],
    [
      'redeliver to an endpoint of this salon',
      'DELIVERY_NOT_FOUND',
      theirDelivery,
      (who, id) => who.post(`${at(endpoint.id)}entregas/${id}/reenviar/`),
    ],
    ['revoke', 'CALENDAR_NOT_FOUND', theirFeed.id, (who, id) => who.delete(`/calendarios/${id}/`)],
    [
      'calendar of a professional',
      'PROFESSIONAL_NOT_FOUND',
      theirs.id('Zulema'),
      (who, id) => who.post('/calendarios/', { peluquero_id: id }),
    ],
  ]
  for (const url of urls) {
    const owner = ownerAt(url)
    for (const [name, code, id, attempt] of attempts) {
      const answer = await assertWritesNothing(theirs, () => attempt(owner, id))
      const unknown = await attempt(owner, 987_654_321)
      assertError(unknown, code)
      assert.deepEqual([answer.status, answer.text], [unknown.status, unknown.text], name)
    }
    for (const mutation of [
      `borrar_endpoint(id: ${theirEndpoint.id}) { id }`,
      `rotar_secreto(id: ${theirEndpoint.id}) { id }`,
      `probar_endpoint(id: ${theirEndpoint.id}) { id }`,
      `actualizar_endpoint(id: ${theirEndpoint.id}, entrada: { activo: false }) { id }`,
      `reenviar_entrega(id: ${theirEndpoint.id}, entrega: ${theirDelivery}) { id }`,
    ]) {
      const { codes, text } = await queryGraphql(owner, `mutation { ${mutation} }`)
      assert.deepEqual(codes, ['ENDPOINT_NOT_FOUND'], `${mutation} ${text}`)
    }
    const revoke = `mutation { revocar_calendario(id: ${theirFeed.id}) { id } }`
    assert.deepEqual((await queryGraphql(owner, revoke)).codes, ['CALENDAR_NOT_FOUND'])
  }
  assert.deepEqual(await theirRows(), before)
})

test('a change under an id that both salons have is made at one of them', async () => {
  const before = await theirRows()
  for (const url of urls) {
    const owner = ownerAt(url)
    const at = `/webhooks/endpoints/${endpoint.id}/`
    dataOf(await owner.put(at, { descripcion: 'Caja', activo: false }))
    dataOf(await owner.put(at, { descripcion: 'Till', activo: true }))
    dataOf(await owner.post(`${at}rotar/`))
    dataOf(await owner.post(`${at}probar/`), 201)
    const made = dataOf(
      await owner.post('/webhooks/endpoints/', { url: 'https://till.example/' }),
      201,
    )
    await insertTwinOf(made.id)
    const withTwin = await theirRows()
    dataOf(await owner.delete(`/webhooks/endpoints/${made.id}/`))
    assert.deepEqual(await theirRows(), withTwin)
    await deleteTwinOf(made.id)
    const extra = dataOf(await owner.post('/calendarios/', {}), 201)
    dataOf(await owner.delete(`/calendarios/${extra.id}/`))
  }
  assert.deepEqual(await theirRows(), before)
})

test('a calendar has the bookings of its salon, and of the professional under its id there', async () => {
  for (const url of urls) {
    const entriesAt = async (path: string) => {
      const { status, text } = await fetchCalendar(path, {}, url)
      assert.equal(status, 200, text)
      return readEntries(text).map(({ start }) => start.slice(11, 16))
    }
    assert.deepEqual(await entriesAt(feed.path), ['11:00'])
    assert.deepEqual(await entriesAt(theirFeed.path), [])
  }
})

test('calendars under an id that both salons have are revoked at one of them', async () => {
  const { witness } = await testDatabase()
  for (const url of urls) {
    const made = await newFeed(mine)
    await witness`
      insert into calendar_feeds (business_id, id, created_at)
      values (${theirs.businessId}, ${made.id}, now())`
    await witness`
      insert into registry.calendar_tokens (token_hash, business_id, feed_id)
      values (sha256(${`${made.id}`}::bytea), ${theirs.businessId}, ${made.id})`
    const before = await theirRows()
    dataOf(await ownerAt(url).delete(`/calendarios/${made.id}/`))
    assert.equal((await fetchCalendar(made.path, {}, url)).status, 404)
    assert.deepEqual(await theirRows(), before)
  }
})

test('the worker gives positions to, and delivers, events of the salon of the job only', async () => {
  const { urls: database, witness } = await testDatabase()
  for (const [url, time] of [
    [database.worker, '16:00'],
    [database.migrator, '17:00'],
  ] as const) {
    const opened = openDatabase({ url, name: 'silla-test-worker' })
    const notices = await openListener(database.listen)
    const sender = openEventSender({ loopbackEndpoints: true })
    try {
      const tenants = openTenants({ database: opened, notices, clock: mine.clock })
      const tenant = tenants.tenant(mine.businessId, mine.slug)
      const context = { tenant, clock: mine.clock, realClock: mine.clock }
      const { codigo } = dataOf(await mine.guest.book('Ana', time), 201)
      dataOf(await theirs.guest.book('Zoe', time), 201)
      const before = await theirRows()
      const last = await lastPosition(mine)
      receiver.received.length = 0
      await positionEvents(context)
      assert.equal(await lastPosition(mine), last + 1)
      await deliverEvents(
        context,
        {
          sender,
          secretsKeys: testSecrets.secretsKeys,
          stopping: new AbortController().signal,
          metrics: { onAttempt() {} },
          log: { warn() {} },
        },
        endpoint.id,
      )
      assert.equal(receiver.received.at(-1)?.event.datos.codigo, codigo)
      assert.ok(receiver.received.every(({ body }) => !body.includes('Zoe')))
      assert.deepEqual(await theirRows(), before)
      const [waiting] = await witness<{ count: number }[]>`
        select count(*)::int as count from events
        where business_id = ${theirs.businessId} and position is null`
      assert.ok((waiting?.count ?? 0) > 0)
    } finally {
      sender.close()
      await Promise.all([notices.close(), opened.close()])
    }
  }
})

async function lastPosition({ businessId }: TestSalon): Promise<number> {
  const { witness } = await testDatabase()
  const [given] = await witness<{ lastPosition: number }[]>`
    select last_position from event_positions where business_id = ${businessId}`
  return given?.lastPosition ?? 0
}
