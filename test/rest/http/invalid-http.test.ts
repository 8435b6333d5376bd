import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { before, test } from 'node:test'
import { requestTimeouts } from '../../../services/api/src/server-options.ts'
import { openApi, testApi } from '../../support/api.ts'
import { openSalon } from '../../support/salon.ts'
import { type RawAnswer, rawRequest } from './raw-request.ts'

let url: string
before(async () => {
  url = (await testApi()).url
})

const get = (path: string, ...headers: string[]) =>
  rawRequest(url, [`GET ${path} HTTP/1.1`, ...headers, '', ''].join('\r\n'))

function assertRefused(answer: RawAnswer, status: number, code: string) {
  assert.equal(answer.status, status)
  assert.equal(answer.body.success, false)
  assert.equal(answer.body.error.code, code)
  assert.ok(answer.body.error.message.length > 10)
  assert.match(answer.headers['content-type'] ?? '', /^application\/json/)
  assert.match(answer.headers['x-request-id'] ?? '', /^[\w.-]{8,64}$/)
  assert.equal(answer.headers['access-control-allow-origin'], '*')
  assert.equal(answer.headers['cache-control'], 'no-store')
}

test('too large headers get HEADERS_TOO_LARGE in the envelope', async () => {
  assertRefused(
    await get('/api/v1/negocio/', 'Host: a', `X-API-Key: ${'a'.repeat(20_000)}`),
    431,
    'HEADERS_TOO_LARGE',
  )
  const many = Array.from({ length: 2000 }, (_, i) => `x-${i}: some value`)
  assertRefused(await get('/api/v1/negocio/', 'Host: a', ...many), 431, 'HEADERS_TOO_LARGE')
})

test('a too long URL gets URI_TOO_LONG, with or without fitting the parser', async () => {
  for (const length of [8_300, 12_000, 17_000, 60_000]) {
    assertRefused(
      await get(`/api/v1/servicios/?x=${'a'.repeat(length)}`, 'Host: a'),
      414,
      'URI_TOO_LONG',
    )
  }
})

test('invalid HTTP gets an error in the envelope and the connection is closed', async () => {
  for (const bytes of [
    'hello\r\n\r\n',
    'NONSENSE / HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET / HTTP/9.9\r\nHost: a\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'GET /api/v1/negocio/ HTTP/1.1\r\nHost: a\r\nbad header\r\n\r\n',
    'GET /api/v1/negocio/ HTTP/1.1\r\nHost: a\r\nx: a\0b\r\n\r\n',
    'POST /api/v1/reservas/crear/ HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n',
    'POST /api/v1/reservas/crear/ HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n',
    'POST /api/v1/reservas/crear/ HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n',
  ]) {
    const answer = await rawRequest(url, bytes)
    assertRefused(answer, 400, 'VALIDATION_ERROR')
    assert.equal(answer.headers.connection, 'close')
  }
})

test('a request must have exactly one Host', async () => {
  assertRefused(await get('/api/v1/negocio/', 'Host: a', 'Host: b'), 400, 'VALIDATION_ERROR')
  assertRefused(await get('/api/v1/negocio/', 'Host: a', 'host: a'), 400, 'VALIDATION_ERROR')
  assertRefused(await get('/api/v1/negocio/'), 400, 'VALIDATION_ERROR')
  assertRefused(await get('/nothing/', 'Host: a', 'Host: b'), 400, 'VALIDATION_ERROR')
  assert.equal((await rawRequest(url, 'GET /healthz HTTP/1.0\r\n\r\n')).status, 200)
})

test('a URL that cannot be decoded is 404', async () => {
  for (const path of [
    '/api/v1/servicios/%zz/',
    '/api/v1/servicios/%ff/',
    '/%',
    '*',
    '//x',
    '/api/v1/..%2f..%2f/',
  ]) {
    assertRefused(await get(path, 'Host: a'), 404, 'NOT_FOUND')
  }
})

test('an unknown Expect header is ignored', async () => {
  const answer = await get('/healthz', 'Host: a', 'Expect: a-miracle')
  assert.equal(answer.status, 200)
})

test('an invalid request that keeps sending gets one response and does not affect others', async () => {
  const { hostname, port } = new URL(url)
  const text = await new Promise<string>((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    let received = ''
    let sent = 0
    const sending = setInterval(() => {
      socket.write('x'.repeat(1000))
      if (++sent === 20) socket.end()
    }, 5)
    socket.write(`GET /${'a'.repeat(100_000)}`)
    socket.setEncoding('utf8').on('data', (chunk) => {
      received += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(received))
    socket.on('finish', () => clearInterval(sending))
  })
  assert.equal(text.match(/HTTP\/1\.1 414 /g)?.length, 1)
  assert.equal((await get('/healthz', 'Host: a')).status, 200)
})

test('a request that arrives slowly is cut off, at the latest after 15 seconds', async (t) => {
  assert.ok(requestTimeouts.request + requestTimeouts.checkInterval <= 15_000)
  const salon = await openSalon()
  const lines: string[] = []
  const api = await openApi(undefined, {
    requestTimeouts: { request: 200, checkInterval: 50 },
    logTarget: { write: (line) => void lines.push(line) },
  })
  t.after(api.close)
  const head = ['Host: a', `X-API-Key: ${salon.publishableKey}`]
  const json = ['Content-Type: application/json', 'Content-Length: 1000', '', '{']
  const texts = await Promise.all(
    [
      ['GET /api/v1/negocio/ HTTP/1.1', ...head, 'x: '],
      ['POST /api/v1/reservas/crear/ HTTP/1.1', ...head, ...json],
      ['POST /api/v1/graphql HTTP/1.1', ...head, ...json],
    ].map((lines) => sendSlowly(api.url, lines.join('\r\n'))),
  )
  for (const text of texts) assert.match(text, /^HTTP\/1\.1 400 .*"code":"VALIDATION_ERROR"/s)
  assert.doesNotMatch(lines.join(''), /"level":[56]0/)
})

test('a body that does not end after its request was answered gets no second response', async (t) => {
  const api = await openApi(undefined, { requestTimeouts: { request: 2000, checkInterval: 50 } })
  t.after(api.close)
  const head = ['POST /api/v1/importaciones/ HTTP/1.1', 'Host: a', 'Content-Type: application/json']
  await rawRequest(api.url, [...head, 'Content-Length: 0', '', ''].join('\r\n'))
  const texts = await Promise.all(
    [
      [...head, 'Content-Length: 104857600', '', '{'],
      [...head, 'Transfer-Encoding: chunked', '', 'ffffff', '{'],
    ].map((lines) => sendSlowly(api.url, lines.join('\r\n'))),
  )
  for (const text of texts)
    assert.deepEqual(text.match(/HTTP\/1\.1 \d+|"code":"\w+"/g), [
      ...['HTTP/1.1 401', '"code":"API_KEY_REQUIRED"'],
    ])
})

/** Sends a character at a time after the beginning, and resolves to what the server sends. */
function sendSlowly(baseUrl: string, beginning: string): Promise<string> {
  const { hostname, port } = new URL(baseUrl)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.write(beginning))
    const sending = setInterval(() => socket.write('x'), 20)
    let received = ''
    socket.setEncoding('utf8').on('data', (chunk) => {
      received += chunk
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(sending)
      resolve(received)
    })
  })
}
