import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { test } from 'node:test'
import { suspendBusiness } from '@silla/core'
import { createKey, revokeKey, rotateKey } from '@silla/tenants'
import { openApi } from '../../support/api.ts'
import { client } from '../../support/client.ts'
import { testDatabase } from '../../support/database.ts'
import { openRandom, type Random } from '../../support/random.ts'
import { recordWrites } from '../../support/record-writes.ts'
import { limitsIn, startRedis } from '../../support/redis.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import { openBothPaths, type Received } from './both-paths.ts'

/** Every route with cached responses. */
const pathsOf = ({ id }: TestSalon): string[] => [
  '/negocio/',
  '/negocio/horarios/',
  '/negocio/festivos/',
  '/servicios/',
  `/servicios/${id('Corte')}/`,
  '/categorias/',
  '/peluqueros/',
  `/peluqueros/${id('Ana')}/`,
  `/peluqueros/${id('Ana')}/horario/`,
  '/productos/',
  '/puntos/paquetes/',
]

const limits = { redisUrl: null, trustedProxies: ['127.0.0.1'] }

const requestFor = (path: string, headers: Record<string, string | string[]>): string =>
  [
    `GET /api/v1${path} HTTP/1.1`,
    'Host: salon.example',
    ...Object.entries(headers).flatMap(([name, values]) =>
      [values].flat().map((value) => `${name}: ${value}`),
    ),
    '',
    '',
  ].join('\r\n')

test('a large catalogue is the same in parts, with and without the router', async (t) => {
  const services = Array.from({ length: 300 }, (_, index) => ({ name: `Niño ${index}` }))
  const salon = await openSalon({ services })
  const both = await openBothPaths(t, { limits })
  both.setTime(salon.clock.now())
  const request = requestFor('/servicios/', { 'X-API-Key': salon.publishableKey })
  const first = await both.send(request)
  const writes = recordWrites(t)
  const second = await both.send(request)
  assert.ok((first.ready[0]?.text.length ?? 0) > 66_000, String(first.ready[0]?.text.length))
  assert.deepEqual(
    [first.ready, second.ready, second.routed].map(([response]) => response?.isHandled),
    [true, false, true],
  )
  // the rate limits count on
  const withoutState = (received: Received[]) => received[0]?.text.replace(/^ratelimit: .*$/m, '')
  assert.equal(withoutState(second.ready), withoutState(first.ready))
  assert.equal(second.ready[0]?.text, second.routed[0]?.text)
  assert.ok(Math.max(...writes) <= 65_536, String(writes))

  const [one, two] = (await both.send(request + request, 2)).ready
  assert.equal(one?.text.length, second.ready[0]?.text.length)
  assert.equal(two?.text.length, second.ready[0]?.text.length)
})

test('the second request for each catalogue path is not routed, and gets the same response', async (t) => {
  const salon = await openSalon({ closings: { '2030-03-19': null } })
  const both = await openBothPaths(t, { limits })
  both.setTime(salon.clock.now())
  for (const path of pathsOf(salon)) {
    const request = requestFor(path, { 'X-API-Key': salon.publishableKey })
    for (const isReady of [false, true]) {
      const { ready, routed } = await both.send(request)
      assert.deepEqual(ready[0]?.text, routed[0]?.text)
      assert.equal(ready[0]?.status, 200, path)
      assert.equal(ready[0]?.isHandled, !isReady, path)
      assert.equal(routed[0]?.isHandled, true, path)
    }
    const etag = /^etag: (.*)\r$/m.exec((await both.send(request)).ready[0]?.text ?? '')?.[1] ?? ''
    const { ready, routed } = await both.send(
      request.replace(/\r\n$/, `If-None-Match: ${etag}\r\n\r\n`),
    )
    assert.deepEqual(ready[0]?.text, routed[0]?.text)
    assert.equal(ready[0]?.status, 304, path)
    assert.equal(ready[0]?.isHandled, false, path)
  }
  const { ready, routed } = await both.log()
  assert.deepEqual(ready, routed)
})

test('any request gets the same response and log line, whether it is ready or routed', async (t) => {
  const salon = await openSalon({
    services: [
      { name: 'Corte', bufferMinutes: 10 },
      { name: 'Barba', featured: true, category: 'Barbería' },
    ],
    professionals: ['Ana', 'Íñigo'],
    closings: { '2030-03-19': null },
    editFile: (file) => ({ ...file, rates: { publishablePerAddress: 12 } }),
  })
  const both = await openBothPaths(t, { limits })
  let now = salon.clock.now().getTime()
  both.setTime(new Date(now))
  const random = openRandom(13)
  const requests = await requestsFor(salon)

  let ready = 0
  let fast = 0
  const statuses = new Set<number | undefined>()
  for (let sent = 1; sent <= 500; sent++) {
    if (random.chance(0.02)) {
      now += random.integer(100, 20_000_000)
      both.setTime(new Date(now))
    }
    const bytes = requests(random)
    const received = await both.send(bytes)
    assert.deepEqual(received.ready[0]?.text, received.routed[0]?.text, bytes)
    statuses.add(received.ready[0]?.status)
    if (isReady(received.ready[0])) {
      if (bytes.includes('/disponibilidad/')) fast++
      else ready++
    }
  }
  assert.ok(ready > 80, `only ${ready} responses were ready`)
  assert.ok(fast > 15, `only ${fast} requests for free times were not routed`)
  for (const status of [200, 204, 304, 400, 401, 403, 404, 429])
    assert.ok(statuses.has(status), `no response was ${status}`)
  const logged = await both.log()
  assert.deepEqual(logged.ready, logged.routed)
})

test('pipelined requests are answered in order, whether they are ready or not', async (t) => {
  const salon = await openSalon()
  const both = await openBothPaths(t)
  both.setTime(salon.clock.now())
  const freeTimes = `/disponibilidad/${salon.id('Ana')}/${salon.today}/`
  const paths = [freeTimes, '/negocio/', '/servicios/', freeTimes, '/negocio/', '/nothing/']
  const bytes = [...paths, '/categorias/']
    .map((path) => requestFor(path, { 'X-API-Key': salon.publishableKey }))
    .join('')
  for (let i = 0; i < 2; i++) {
    const { ready, routed } = await both.send(bytes, 7)
    assert.deepEqual(
      ready.map(({ text }) => text),
      routed.map(({ text }) => text),
    )
  }
})

test('a connection handles requests with and without a body after ready responses', async (t) => {
  const salon = await openSalon()
  const api = await openApi()
  t.after(api.close)
  api.clock.set(salon.clock.now())
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.after(() => agent.destroy())
  const send = async (method: string, path: string, body = '') => {
    const headers = { 'x-api-key': salon.publishableKey, 'content-type': 'application/json' }
    const sent = request(api.url + path, { agent, method, headers })
    sent.end(body)
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    await once(response.resume(), 'end')
    return `${response.statusCode}${sent.reusedSocket ? '' : ' new connection'}`
  }
  const received = []
  for (let i = 0; i < 3; i++) {
    received.push(await send('GET', '/negocio/'))
    received.push(await send('GET', '/negocio/'))
    received.push(await send('POST', '/reservas/crear/', '{}'))
    received.push(await send('POST', '/reservas/crear/', '{'))
    received.push(await send('GET', '/disponibilidad/dias/'))
    received.push(await send('GET', `/disponibilidad/${salon.id('Ana')}/${salon.today}/`))
  }
  const expected = ['200', '200', '400', '400', '200', '200']
  assert.deepEqual(received, ['200 new connection', ...expected.slice(1), ...expected, ...expected])
})

test('a response is ready until the day, the catalogue or the key changes, and for ten seconds', async (t) => {
  const salon = await openSalon({ now: '2030-03-04T23:59' })
  const both = await openBothPaths(t)
  let now = salon.clock.now().getTime()
  const send = async (path: string) => {
    const headers = { 'X-API-Key': salon.publishableKey, 'Accept-Language': 'es' }
    const { ready, routed } = await both.send(requestFor(path, headers))
    assert.deepEqual(ready[0]?.text, routed[0]?.text)
    return `${ready[0]?.status}${isReady(ready[0]) ? ' ready' : ''}`
  }
  const afterSeconds = async (seconds: number) => {
    now += seconds * 1000
    both.setTime(new Date(now))
    // a key is cached for a second; this request looks it up, and is refused before the catalogue is read
    await send('/bloqueos/')
    const path = `/peluqueros/${salon.id('Ana')}/horario/`
    return [await send(path), await send(path)]
  }
  assert.deepEqual(await afterSeconds(0), ['200', '200 ready'])
  assert.deepEqual(await afterSeconds(10), ['200 ready', '200 ready'])
  assert.deepEqual(await afterSeconds(0.001), ['200', '200 ready'])
  assert.deepEqual(await afterSeconds(45), ['200', '200 ready'])
  assert.deepEqual(await afterSeconds(4), ['200 ready', '200 ready'])
  // five seconds after midnight: a request that began before it would not make a response ready
  assert.deepEqual(await afterSeconds(6), ['200', '200 ready'])

  await salon.apply({ professionals: [{ name: 'Ana', shifts: { 1: ['10:00-12:00'] } }] })
  assert.deepEqual(await afterSeconds(11), ['200', '200 ready'])
  const { admin } = await testDatabase()
  await suspendBusiness(admin, salon.slug)
  assert.deepEqual(await afterSeconds(1), ['403', '403'])
})

test('while the server closes, a request on an open connection is answered and the connection ends', async () => {
  const salon = await openSalon()
  const api = await openApi()
  api.clock.set(salon.clock.now())
  const guest = client(api.url, { 'x-api-key': salon.publishableKey })
  for (let i = 0; i < 2; i++) await guest.get('/negocio/')
  const request = requestFor('/negocio/', { 'X-API-Key': salon.publishableKey })
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
  let received = ''
  socket.on('data', (data) => {
    received += data
  })
  // the second request has begun when the response to the first is here
  socket.write(request + request.slice(0, -2))
  await once(socket, 'data')
  const closed = api.close()
  socket.write('\r\n')
  await Promise.all([once(socket, 'close'), closed])
  const [, , second = ''] = received.split('HTTP/1.1 200 OK\r\n')
  assert.match(second, /^connection: close\r\n/im)
})

test('ready responses are counted by an asynchronous store too', async (t) => {
  const redis = await startRedis()
  if (redis === null) return
  t.after(redis.kill)
  const salon = await openSalon({
    editFile: (file) => ({ ...file, rates: { publishablePerAddress: 3 } }),
  })
  const api = await openApi(undefined, { limits: limitsIn(redis.url) })
  t.after(api.close)
  api.clock.set(salon.clock.now())
  const guest = client(api.url, { 'x-api-key': salon.publishableKey })
  const received = []
  for (let i = 0; i < 4; i++) {
    const { status, headers } = await guest.get('/negocio/')
    received.push(`${status} ${headers.get('ratelimit')?.replace(/;t=.*/, '')}`)
  }
  assert.deepEqual(received, [
    '200 "address";r=2',
    '200 "address";r=1',
    '200 "address";r=0',
    '429 "address";r=0',
  ])
})

const isReady = (received: Received | undefined): boolean =>
  (received?.status === 200 || received?.status === 304) && !received.isHandled

/** Generates requests: most of them are ordinary, others vary in one or more parts. */
async function requestsFor(salon: TestSalon): Promise<(random: Random) => string> {
  const keys = await keysOf(salon)
  const customer = await salon.customer({ nombre: 'Lucía', email: 'lucia@example.com' })
  const etags = await Promise.all(
    pathsOf(salon).map(async (path) => (await salon.guest.get(path)).headers.get('etag') ?? ''),
  )
  const tags = [['*'], ['"other"', `${etags[0]}, "b"`, ''], etags, etags.map((etag) => `W/${etag}`)]
  const queries = [
    ...['', '?', '?lang=en', '?lang=ar', '?lang=xx', '?lang=en&lang=es', '?lang=', '?destacado=1'],
    ...[
      '?page=1&page_size=1',
      '?page=0',
      '?unknown=%C3%B1',
      '?a=%zz',
      '?desde=2030-03-01',
      '#part',
    ],
  ]
  const paths = [
    ...pathsOf(salon),
    ...[
      '/servicios',
      '//servicios/',
      '/servicios//',
      '/SERVICIOS/',
      '/%73ervicios/',
      '/servicios/;a=1',
    ],
    ...[
      '/servicios/0/',
      '/servicios/1/',
      '/servicios/%2F/',
      '/nothing/',
      '/%zz/',
      '/../v1/servicios/',
    ],
    '/disponibilidad/dias/',
  ]
  const freeTimes = [
    `/disponibilidad/${salon.id('Ana')}/2030-03-19/`,
    `/disponibilidad/${salon.id('Ana')}/2030-03-20/`,
    `/disponibilidad/dias/?peluquero_id=${salon.id('Íñigo')}`,
  ]
  const headers: ((random: Random) => string)[] = [
    (random) =>
      `Accept-Language: ${random.pick(['es', 'en-GB,en;q=0.8', 'ar', 'fr', '*', '', 'de;q=1, en;q=0.5', 'en;q=x', `en${',es'.repeat(90)}`])}`,
    (random) =>
      `X-Request-Id: ${random.pick(['my-own-request', 'short', 'with space', 'a'.repeat(65), 'ñandúñandú'])}`,
    (random) =>
      `X-Forwarded-For: ${random.pick(['192.0.2.1', '192.0.2.2, 10.0.0.1', '2001:db8::1', '::ffff:192.0.2.1', 'nonsense', ''])}`,
    (random) => `X-Client-IP: ${random.pick(['192.0.2.3', 'nonsense'])}`,
    (random) => `X-API-Key: ${random.pick(keys)}`,
    (random) =>
      `Authorization: ${random.pick([`Bearer ${customer.token}`, 'Bearer a.b.c', 'Basic dTpw', ''])}`,
    (random) => `Connection: ${random.pick(['keep-alive', 'Keep-Alive', 'close', 'upgrade', 'x'])}`,
    (random) => `Host: ${random.pick(['other.example', ''])}`,
    (random) => `Expect: ${random.pick(['100-continue', 'nonsense'])}`,
    () => 'Content-Type: application/json',
    () => 'Upgrade: websocket',
    () => 'Accept-Version: 1.0.0',
    () => 'Idempotency-Key: abcdefgh',
    () => 'Accept: text/html',
    () => 'Range: bytes=0-10',
  ]
  return (random) => {
    const method = random.weighted([
      [20, 'GET'],
      [1, 'HEAD'],
      [1, 'OPTIONS'],
      [1, 'DELETE'],
    ])
    const path = random.weighted([
      [9, random.pick(paths.slice(0, 4))],
      [3, random.pick(paths)],
      [2, random.pick(freeTimes)],
    ])
    const query = random.weighted([
      [4, ''],
      [2, random.pick(queries)],
      [1, `?key=${encodeURIComponent(random.pick(keys))}`],
      [1, `?lang=en&key=${salon.publishableKey}`],
    ])
    const version = random.weighted([
      [30, '1.1'],
      [1, '1.0'],
    ])
    const key = random.weighted([
      [6, salon.publishableKey],
      [2, salon.secretKey],
      [1, keys[0] ?? ''],
      [1, random.pick(keys)],
    ])
    const origin = random.pick(['https://salon.example', 'https://other.example', 'null', ''])
    const count = random.weighted([
      [3, 0],
      [3, 1],
      [3, 2],
      [1, 4],
    ])
    const more = Array.from({ length: count }, () => random.pick(headers)(random))
    const withBody = random.chance(0.05)
    const lines = [
      `${method} /api/v1${path}${query} HTTP/${version}`,
      'Host: salon.example',
      ...(random.chance(query.includes('key=') ? 0.9 : 0.03) ? [] : [`X-API-Key: ${key}`]),
      ...(random.chance(0.8) ? [`X-Forwarded-For: 198.51.100.${random.integer(1, 12)}`] : []),
      ...(random.chance(0.2) ? [`If-None-Match: ${random.pick(random.pick(tags))}`] : []),
      ...(random.chance(0.3) ? [`Origin: ${origin}`] : []),
      ...more,
      ...(method === 'OPTIONS' && random.chance(0.7) ? ['Access-Control-Request-Method: GET'] : []),
      ...(withBody ? ['Content-Length: 2'] : []),
    ]
    return `${lines.join('\r\n')}\r\n\r\n${withBody ? '{}' : ''}`
  }
}

/** Keys of every kind. */
async function keysOf(salon: TestSalon): Promise<string[]> {
  const { admin } = await testDatabase()
  const create = (businessId: string, origins: string[]) =>
    createKey(admin, businessId, { kind: 'publishable', name: 'web', origins })
  const suspended = await openSalon()
  await suspendBusiness(admin, suspended.slug)
  const revoked = await create(salon.businessId, [])
  await revokeKey(admin, salon.businessId, revoked.keyId)
  const old = await create(salon.businessId, [])
  const rotated = await rotateKey(admin, salon.businessId, old.keyId, () =>
    salon.clock.now().getTime(),
  )
  const limited = await create(salon.businessId, ['https://salon.example'])
  return [
    limited.key,
    suspended.publishableKey,
    suspended.secretKey,
    revoked.key,
    old.key,
    rotated.created.key,
    (await openSalon()).publishableKey,
    salon.publishableKey.slice(0, -1),
    `${salon.publishableKey}, ${salon.secretKey}`,
    'nonsense',
    '',
  ]
}
