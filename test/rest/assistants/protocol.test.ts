import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suspendBusiness } from '@silla/core'
import { listKeys, revokeKey } from '@silla/tenants'
import { openApi } from '../../support/api.ts'
import { assistantUrl, openAssistant } from '../../support/assistant.ts'
import { testDatabase } from '../../support/database.ts'
import { openSalon } from '../../support/salon.ts'
import { openSalonPage } from '../pages/open-page.ts'

const { admin } = await testDatabase()

const json = { 'content-type': 'application/json' }
const legacy = { ...json, accept: 'application/json, text/event-stream' }
const revision = '2026-07-28'
const modern = { ...json, 'mcp-protocol-version': revision, 'mcp-method': 'tools/list' }
const envelope = (version = revision) => ({
  _meta: {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  },
})

const message = (method: string, params: object = {}, id = 1) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })
const toolCall = (name: string, args: unknown = {}) =>
  message('tools/call', { name, arguments: args })

/** Sends what no client of the protocol sends. */
async function send(slug: string, init: RequestInit & { path?: string; url?: string }) {
  const { path = '', url, ...more } = init
  const address = `${await assistantUrl(slug, url)}${path}`
  const response = await fetch(address, { method: 'POST', headers: legacy, ...more })
  const text = await response.text()
  const data = /^data: (.*)$/m.exec(text)?.[1] ?? text
  return {
    status: response.status,
    headers: response.headers,
    body: data === '' ? null : JSON.parse(data),
  }
}

test('a body that is no message of the protocol is refused with a code', async () => {
  const { slug } = await openSalonPage()
  const cases: [string, RequestInit, number, number, string | undefined][] = [
    ['broken JSON', { body: '{' }, 400, -32_700, 'MALFORMED_JSON'],
    ['empty', { body: '' }, 400, -32_700, undefined],
    ['no message', { body: '{"a":1}' }, 400, -32_600, undefined],
    ['a number', { body: '5' }, 400, -32_600, undefined],
    ['a field twice', { body: '{"id":1,"id":2}' }, 400, -32_600, 'VALIDATION_ERROR'],
    ['a batch', { body: `[${toolCall('servicios')}]` }, 400, -32_600, 'VALIDATION_ERROR'],
    [
      'text',
      { body: 'hello', headers: { ...legacy, 'content-type': 'text/plain' } },
      415,
      -32_000,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      '10 MB',
      { body: toolCall('servicios', { x: 'x'.repeat(10_000_000) }) },
      413,
      -32_000,
      'PAYLOAD_TOO_LARGE',
    ],
  ]
  for (const [name, init, status, rpcCode, code] of cases) {
    const answer = await send(slug, init)
    assert.equal(answer.status, status, name)
    assert.equal(answer.body.error.code, rpcCode, name)
    assert.equal(answer.body.error.data?.code, code, name)
  }
})

test('only POST is answered, and there is no stream and no session', async () => {
  const { slug } = await openSalonPage()
  for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']) {
    const answer = await send(slug, { method, headers: { accept: 'text/event-stream' } })
    assert.equal(answer.status, 405, method)
    assert.equal(answer.headers.get('allow'), 'POST')
    assert.equal(answer.headers.get('mcp-session-id'), null)
  }
  const listen = message('subscriptions/listen', {
    ...envelope(),
    notifications: { toolsListChanged: true },
  })
  const headers = { ...modern, 'mcp-method': 'subscriptions/listen' }
  const { body } = await send(slug, { headers, body: listen })
  assert.equal(body.error.code, -32_603, 'nothing ever changes')
})

test('a revision that is not known is refused with those that are', async () => {
  const { slug } = await openSalonPage()
  const future = { ...modern, 'mcp-protocol-version': '2099-01-01' }
  const unknown = await send(slug, {
    headers: future,
    body: message('tools/list', envelope('2099-01-01')),
  })
  assert.equal(unknown.status, 400)
  assert.deepEqual(unknown.body.error.data.supported, [revision])
  const old = { ...legacy, 'mcp-protocol-version': '1999-01-01' }
  const former = await send(slug, { headers: old, body: message('tools/list') })
  assert.equal(former.status, 400)
  assert.match(former.body.error.message, /2025-11-25/)
})

test('without Accept the present revision answers, and one that may stream refuses', async () => {
  const { slug } = await openSalonPage()
  const present = await send(slug, { headers: modern, body: message('tools/list', envelope()) })
  assert.equal(present.status, 200)
  assert.match(present.headers.get('content-type') ?? '', /^application\/json/)
  const former = await send(slug, { headers: json, body: message('tools/list') })
  assert.equal(former.status, 406)
  assert.match(former.body.error.message, /application\/json and text\/event-stream/)
})

test('an unknown tool or method is an error that names what there is', async () => {
  const { slug } = await openSalonPage()
  for (const name of ['delete_everything', 'constructor', 'x'.repeat(5000)]) {
    const { body } = await send(slug, { body: toolCall(name) })
    assert.equal(body.error.code, -32_602)
    assert.match(body.error.message, /The tools are negocio, servicios/)
    assert.ok(body.error.message.length < 1000)
  }
  const { body } = await send(slug, { body: message('resources/list') })
  assert.equal(body.error.code, -32_601)
  for (const args of ['all', null, [1]])
    assert.equal((await send(slug, { body: toolCall('servicios', args) })).body.error.code, -32_602)
})

test('assistants exist where the page of the salon does', async (t) => {
  const closed = await openSalon()
  const withoutKey = await openSalonPage()
  for (const key of await listKeys(admin, withoutKey.businessId))
    if (key.forPage) await revokeKey(admin, withoutKey.businessId, key.keyId)
  const suspended = await openSalonPage()
  await suspendBusiness(admin, suspended.slug)
  // caches of the salon's page last a second
  const api = await openApi()
  t.after(api.close)
  const body = toolCall('servicios')
  for (const slug of ['unknown', closed.slug, withoutKey.slug, '..%2Fadmin']) {
    const answer = await send(slug, { body, url: api.url })
    assert.deepEqual([answer.status, answer.body.error.data.code], [404, 'NOT_FOUND'], slug)
  }
  const answer = await send(suspended.slug, { body, url: api.url })
  assert.deepEqual([answer.status, answer.body.error.data.code], [403, 'BUSINESS_SUSPENDED'])
})

test('a page of another site cannot call the tools, and credentials give no more rights', async () => {
  const salon = await openSalonPage()
  const body = toolCall('servicios')
  const foreign = await send(salon.slug, {
    headers: { ...legacy, origin: 'https://other.example' },
    body,
  })
  assert.deepEqual([foreign.status, foreign.body.error.data.code], [403, 'ORIGIN_NOT_ALLOWED'])
  assert.equal(foreign.headers.get('access-control-allow-origin'), null)

  const visit = { servicio_ids: [salon.id('Corte')], fecha: salon.today, hora_inicio: '03:00' }
  const asBusiness = await send(salon.slug, {
    headers: { ...legacy, 'x-api-key': salon.secretKey },
    body: toolCall('crear_retencion', { ...visit, clave: 'a random text', por_negocio: true }),
  })
  const { error } = asBusiness.body.result.structuredContent
  assert.deepEqual([error.code, error.detalles[0].campo], ['VALIDATION_ERROR', 'por_negocio'])
})

test('an assistant has the rate limits of a visitor: of requests, and of bookings', async (t) => {
  const salon = await openSalonPage()
  const api = await openApi(undefined, { limits: { redisUrl: null, trustedProxies: [] } })
  t.after(api.close)
  const { refused } = await openAssistant(salon.slug, { url: api.url })
  const wrong = { servicio_ids: [999], fecha: salon.today, hora_inicio: '10:00' }
  const codes = []
  for (let call = 0; call < 25; call++) {
    const error = await refused('crear_retencion', { ...wrong, clave: `a random text ${call}` })
    codes.push(error.code)
    if (error.code === 'RATE_LIMIT_EXCEEDED') assert.ok(error.esperar_segundos > 0)
  }
  assert.deepEqual(new Set(codes), new Set(['SERVICE_NOT_FOUND', 'RATE_LIMIT_EXCEEDED']))
})

test('the log has one line for a call, with the route and the code of its error', async (t) => {
  const salon = await openSalonPage()
  const lines: string[] = []
  const api = await openApi(undefined, { logTarget: { write: (line) => lines.push(line) } })
  t.after(api.close)
  await send(salon.slug, {
    url: api.url,
    body: toolCall('reserva_por_codigo', { codigo: 'AAAAAAAAAA' }),
  })
  const logged = lines
    .map((line) => JSON.parse(line))
    .filter(({ route }) => route === '/s/:slug/mcp')
  assert.equal(logged.length, 1)
  const { status, code, businessId } = logged[0]
  assert.deepEqual([status, code, businessId], [200, 'BOOKING_NOT_FOUND', salon.businessId])
  assert.doesNotMatch(lines.join(''), /AAAAAAAAAA/)
})
