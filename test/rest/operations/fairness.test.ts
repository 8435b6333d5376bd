import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { EventEmitter, once } from 'node:events'
import { Agent, get } from 'node:http'
import type { Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setImmediate as nextPass } from 'node:timers/promises'
import { openApi } from '../../support/api.ts'
import { dataOf } from '../../support/assertions.ts'
import { type ApiResponse, type Client, client } from '../../support/client.ts'
import { inTime } from '../../support/in-time.ts'
import { queryGate } from '../../support/query-gate.ts'
import { openSalon } from '../../support/salon.ts'

type Slots = NonNullable<NonNullable<Parameters<typeof openApi>[1]>['requestSlots']>

/** An API whose queries can be held, and a caller of the day's availability in each salon. */
async function openGated(t: TestContext, salonCount: number, requestSlots?: Slots) {
  const gate = queryGate()
  const lines = new EventEmitter()
  const api = await openApi(undefined, {
    wrapDatabase: gate.wrapDatabase,
    requestSlots,
    logTarget: { write: (line) => lines.emit('line', line) },
  })
  t.after(async () => {
    gate.open()
    await api.close()
  })
  const salons: Caller[] = []
  for (let i = 0; i < salonCount; i++) {
    const salon = await openSalon({ professionals: ['Ana'] })
    api.clock.set(salon.clock.now())
    const guest = client(api.url, { 'x-api-key': salon.publishableKey })
    // the key and the catalogue are cached from now on
    await guest.get('/servicios/')
    const path = `/disponibilidad/${salon.id('Ana')}/${salon.today}/`
    const { businessId, publishableKey, secretKey } = salon
    const serviceId = salon.id('Corte')
    const day = () => guest.get(path)
    salons.push({ businessId, publishableKey, secretKey, serviceId, guest, path, day })
  }
  /** Waits for a line of the log. */
  const logged = async (text: string) => {
    for (;;) {
      const [line] = await once(lines, 'line')
      if (line.includes(text)) return
    }
  }
  return { api, gate, salons: salons as unknown as [Caller, Caller, Caller], logged }
}

interface Caller {
  businessId: string
  publishableKey: string
  secretKey: string
  serviceId: number
  guest: Client
  path: string
  day(): Promise<ApiResponse>
}

const many = <T>(count: number, request: () => Promise<T>) => Array.from({ length: count }, request)
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status)

test('a salon whose requests all wait for the database delays no other salon', async (t) => {
  const { gate, salons } = await openGated(t, 2, { maxWaitMilliseconds: 60_000 })
  const [busy, other] = salons
  gate.hold(busy.businessId)
  const waiting = many(40, busy.day)
  await gate.untilHeld(1)

  assert.equal((await other.day()).status, 200)
  assert.equal((await other.guest.get('/disponibilidad/dias/')).status, 200)
  assert.equal((await other.guest.get('/servicios/')).status, 200)
  assert.equal((await busy.guest.get('/servicios/')).status, 200)

  gate.open()
  assert.deepEqual(statuses(await Promise.all(waiting)), Array(40).fill(200))
})

test('logins, which wait for each other, use no slot of their salon', async (t) => {
  const { gate, salons } = await openGated(t, 1, { slots: 1, maxWaiting: 0 })
  const [salon] = salons
  gate.hold(salon.businessId)
  const day = salon.day()
  await gate.untilHeld(1)

  const credentials = { email: 'lola@example.com', password: 'la silla junto a la ventana' }
  assert.equal((await salon.guest.post('/auth/login/', credentials)).status, 401)
  gate.open()
  assert.equal((await day).status, 200)
})

test('a salon has sixteen slots alone, and four while others send requests', async (t) => {
  for (const [salonCount, slots] of [
    [1, 16],
    [2, 4],
  ] as const) {
    const limits = { maxWaiting: 0, othersMilliseconds: 600_000 }
    const { api, gate, salons } = await openGated(t, salonCount, limits)
    const [busy] = salons
    gate.hold(busy.businessId)
    const allArrived = arrived(t, api, 40)
    const requests = many(40, busy.day)
    await Promise.all([allArrived, gate.untilHeld(1)])
    for (let pass = 0; pass < 100; pass++) await nextPass()
    gate.open()
    const handled = statuses(await Promise.all(requests)).filter((status) => status === 200)
    assert.equal(handled.length, slots)
  }
})

test('a range with anyone uses one slot, with lines all that a salon has', async (t) => {
  const { gate, salons } = await openGated(t, 1, { slotsPerBusiness: 2, maxWaiting: 0 })
  const [salon] = salons
  const range = (query = '') => salon.guest.get(`/disponibilidad/dias/?duracion=30${query}`)
  gate.hold(salon.businessId)
  const running = [range(), range('&peluquero_id=0')]
  await gate.untilHeld(1)
  assert.equal((await range()).status, 503)
  gate.open()
  assert.deepEqual(statuses(await Promise.all(running)), [200, 200])

  gate.hold(salon.businessId)
  const withLines = salon.guest.get(`/disponibilidad/dias/?lineas=${salon.serviceId}:0`)
  await gate.untilHeld(1)
  assert.equal((await range()).status, 503)
  gate.open()
  assert.equal((await withLines).status, 200)
})

test('a calendar is among the requests that a salon has slots for', async (t) => {
  const { api, gate, salons } = await openGated(t, 1, { slotsPerBusiness: 1, maxWaiting: 0 })
  const [salon] = salons
  const backend = client(api.url, { 'x-api-key': salon.secretKey })
  const { url } = dataOf(await backend.post('/calendarios/', {}), 201)
  const calendar = async () => (await fetch(new URL(new URL(url).pathname, api.url))).status
  assert.equal(await calendar(), 200)
  gate.hold(salon.businessId)
  const day = salon.day()
  await gate.untilHeld(1)
  assert.equal(await calendar(), 503)
  gate.open()
  assert.equal((await day).status, 200)
  assert.equal(await calendar(), 200)
})

test('free slots go to the waiting salons in turn', async (t) => {
  const { gate, salons } = await openGated(t, 3, {
    slots: 1,
    maxWaitingPerBusiness: 2,
    maxWaitMilliseconds: 60_000,
  })
  const [first, second, third] = salons
  gate.hold(first.businessId, second.businessId, third.businessId)
  const running = first.day()
  await gate.untilHeld(1)
  // one of three is refused, so two are waiting
  const requests = [many(3, second.day), many(3, third.day)]
  for (const sent of requests) assert.equal((await Promise.race(sent)).status, 503)

  gate.releaseOne(first.businessId)
  const served = []
  for (let i = 0; i < 4; i++) {
    const [businessId] = (await gate.untilHeld(1)) as [string]
    served.push(businessId)
    gate.releaseOne(businessId)
  }
  const bothOnce = [second.businessId, third.businessId].sort()
  assert.deepEqual(served.slice(0, 2).sort(), bothOnce)
  assert.deepEqual(served.slice(2).sort(), bothOnce)
  assert.equal((await running).status, 200)
  for (const sent of requests)
    assert.deepEqual(statuses(await Promise.all(sent)).sort(), [200, 200, 503])
})

test('a salon whose queue is full gets 503 with Retry-After, by REST and by GraphQL', async (t) => {
  const { gate, salons } = await openGated(t, 2, {
    slotsPerBusiness: 1,
    maxWaitingPerBusiness: 1,
    maxWaitMilliseconds: 60_000,
  })
  const [busy, other] = salons
  gate.hold(busy.businessId)
  const running = busy.day()
  await gate.untilHeld(1)
  const requests = many(2, busy.day)

  const refused = await Promise.race(requests)
  assert.equal(refused.status, 503)
  assert.equal(refused.error.code, 'SERVICE_UNAVAILABLE')
  assert.equal(refused.headers.get('retry-after'), '1')
  const query = '{ peluqueros { items { dias { fecha } } } }'
  const byGraphql = await busy.guest.post('/graphql', { query })
  assert.equal(byGraphql.status, 503)
  assert.equal(byGraphql.error.code, 'SERVICE_UNAVAILABLE')
  assert.equal((await other.day()).status, 200)

  gate.open()
  assert.equal((await running).status, 200)
  assert.deepEqual(statuses(await Promise.all(requests)).sort(), [200, 503])
})

test('a request that waits too long gets 503 with Retry-After', async (t) => {
  const { gate, salons } = await openGated(t, 1, { slotsPerBusiness: 1, maxWaitMilliseconds: 20 })
  const [busy] = salons
  gate.hold(busy.businessId)
  const running = busy.day()
  await gate.untilHeld(1)

  const refused = await busy.day()
  assert.equal(refused.status, 503)
  assert.equal(refused.error.code, 'SERVICE_UNAVAILABLE')
  assert.equal(refused.headers.get('retry-after'), '1')
  gate.open()
  assert.equal((await running).status, 200)
  assert.equal((await busy.day()).status, 200)
})

test('a client that disconnects while it waits leaves the queue', async (t) => {
  const { gate, salons, logged } = await openGated(t, 1, {
    slotsPerBusiness: 1,
    maxWaitingPerBusiness: 1,
    maxWaitMilliseconds: 60_000,
  })
  const [busy] = salons
  gate.hold(busy.businessId)
  const running = busy.day()
  await gate.untilHeld(1)

  const impatient = new AbortController()
  const requests = many(2, () => busy.guest.send(busy.path, { signal: impatient.signal }))
  // the queue has room for one of them
  assert.equal((await Promise.race(requests)).status, 503)
  const abandoned = logged('the client closed the connection')
  impatient.abort()
  await Promise.allSettled(requests)
  await abandoned

  const next = busy.day()
  gate.open()
  assert.deepEqual(statuses(await Promise.all([running, next])), [200, 200])
})

test('requests that fail give their slots back', async (t) => {
  const { gate, salons } = await openGated(t, 1, { slots: 1, maxWaitMilliseconds: 60_000 })
  const [salon] = salons
  for (let i = 0; i < 3; i++) {
    assert.equal((await salon.guest.get('/disponibilidad/1/2030-03-05/')).status, 404)
    assert.equal((await salon.guest.get('/disponibilidad/dias/?desde=x')).status, 400)
    assert.equal((await salon.guest.post('/reservas/crear/', {})).status, 400)
  }
  gate.hold(salon.businessId)
  const impatient = new AbortController()
  const left = salon.guest.send(salon.path, { signal: impatient.signal })
  await gate.untilHeld(1)
  impatient.abort()
  await assert.rejects(left)
  gate.open()
  assert.equal((await salon.day()).status, 200)
})

test('shutdown handles requests that wait', async (t) => {
  const { api, gate, salons } = await openGated(t, 1, {
    slotsPerBusiness: 1,
    maxWaitingPerBusiness: 3,
    maxWaitMilliseconds: 60_000,
  })
  const [{ businessId, publishableKey, path }] = salons
  gate.hold(businessId)
  const headers = { 'x-api-key': publishableKey }
  // each on a connection of its own, which the client keeps open
  const agent = new Agent({ keepAlive: true })
  t.after(() => agent.destroy())
  const statusOf = () =>
    new Promise<number | undefined>((resolve) => {
      get(api.url + path, { headers, agent }, (response) => {
        resolve(response.resume().statusCode)
      })
    })
  const requests = many(5, statusOf)
  assert.equal(await Promise.race(requests), 503)

  const closed = api.close()
  await assert.rejects(fetch(api.url))
  gate.open()
  assert.deepEqual((await Promise.all(requests)).sort(), [200, 200, 200, 200, 503])
  await inTime(closed, 'The end of all connections')
})

/** An API that refuses one request of a salon at once, and the others when it closes. */
async function openSlowToRefuse(t: TestContext) {
  const api = await openApi(undefined, {
    limits: { redisUrl: null, trustedProxies: [] },
    refusalPace: { perTick: 1, tickMilliseconds: 1_000_000 },
  })
  t.after(api.close)
  const limited = await openSalon({
    editFile: (file) => ({ ...file, rates: { publishablePerAddress: 1 } }),
  })
  api.clock.set(limited.clock.now())
  const guest = client(api.url, { 'x-api-key': limited.publishableKey })
  assert.equal((await guest.get('/negocio/')).status, 200)
  assert.equal((await guest.get('/negocio/')).status, 429)
  return { api, guest }
}

/** Waits until the server has read so many requests; returns their connections. */
async function arrived(t: TestContext, { url }: { url: string }, count: number): Promise<Socket[]> {
  const sockets: Socket[] = []
  const { promise, resolve } = Promise.withResolvers<Socket[]>()
  const onRequest = (message: unknown) => {
    const { socket } = message as { socket: Socket }
    if (socket.localPort !== Number(new URL(url).port)) return
    if (sockets.push(socket) === count) resolve(sockets)
  }
  subscribe('http.server.request.start', onRequest)
  t.after(() => unsubscribe('http.server.request.start', onRequest))
  return promise
}

test('requests that exceed a rate limit wait to be refused, and no other salon waits', async (t) => {
  const { api, guest } = await openSlowToRefuse(t)
  const other = await openSalon()
  const allArrived = arrived(t, api, 21)
  let answered = 0
  const waiting = [
    ...many(20, () => guest.get('/negocio/')),
    guest.post('/auth/login/', { email: 'ana@example.com', password: 'a password' }),
  ].map((answer) => answer.finally(() => answered++))
  await allArrived
  const neighbour = client(api.url, { 'x-api-key': other.publishableKey })
  for (let i = 0; i < 3; i++) assert.equal((await neighbour.get('/negocio/')).status, 200)
  assert.equal(answered, 0)

  const closed = api.close()
  const refused = await Promise.all(waiting)
  assert.deepEqual(statuses(refused), Array(21).fill(429))
  for (const { error, headers } of refused) {
    assert.equal(error.code, 'RATE_LIMIT_EXCEEDED')
    assert.equal(headers.get('retry-after'), '60')
  }
  await closed
})

test('a client that disconnects while it waits to be refused keeps nobody from being refused', async (t) => {
  const { api, guest } = await openSlowToRefuse(t)
  const impatient = new AbortController()
  const leaving = arrived(t, api, 5)
  const left = many(5, () => guest.send('/negocio/', { signal: impatient.signal }))
  const sockets = await leaving
  const closed = sockets.map((socket) => once(socket, 'close'))
  impatient.abort()
  await Promise.all([...closed, Promise.allSettled(left)])

  const staying = arrived(t, api, 1)
  const waiting = guest.get('/negocio/')
  await staying
  const stopped = api.close()
  assert.equal((await waiting).status, 429)
  await stopped
})
