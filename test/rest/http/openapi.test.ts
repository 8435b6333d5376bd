import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi, testApi } from '../../support/api.ts'

const root = async () => (await testApi()).url.replace('/api/v1', '')
const read = async (path: string) => fetch((await root()) + path)

test('the OpenAPI document is served without a key, and names its schemas', async () => {
  const response = await read('/api/v1/openapi.json')
  assert.equal(response.status, 200)
  const text = await response.text()
  const document = JSON.parse(text)
  assert.equal(document.openapi, '3.1.0')
  for (const name of ['Negocio', 'Servicio', 'Reserva', 'Fallo'])
    assert.ok(document.components.schemas[name], name)
  for (const [, reference] of text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)) {
    assert.ok(document.components.schemas[reference ?? ''], `${reference} is defined`)
  }
})

test('it documents which paths need a key', async () => {
  const document = (await (await read('/api/v1/openapi.json')).json()) as {
    paths: Record<string, Record<string, { security?: object[] }>>
  }
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const ways = operation.security ?? []
      const needsKey = path.startsWith('/api/v1/') && path !== '/api/v1/webhooks/processor/'
      assert.equal(ways.length > 0, needsKey, path)
      const inHeader = ways.filter((way) => 'clave' in way)
      const ofStaff = ways.filter((way) => 'sesion' in way)
      const inUrl = ways.filter((way) => 'claveUrl' in way)
      assert.equal(inHeader.length + inUrl.length + ofStaff.length, ways.length, path)
      assert.equal(inUrl.length, method === 'get' ? inHeader.length : 0, path)
    }
  }
})

test('the reference loads nothing from other hosts', async () => {
  const page = await read('/docs/')
  assert.equal(page.status, 200)
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
  const policy = page.headers.get('content-security-policy') ?? ''
  assert.match(policy, /^default-src 'none'; script-src 'self';.* connect-src 'self';/)
  assert.doesNotMatch(policy, /https?:|unsafe-eval/)
  assert.equal(page.headers.get('access-control-allow-origin'), null)
  const html = await page.text()
  const linked = [...html.matchAll(/(?:src|href|data-document)="(\/[^"]+)"/g)].map(
    ([, address]) => address ?? '',
  )
  assert.ok(linked.length >= 5)
  for (const address of linked) {
    assert.doesNotMatch(address, /^\/\//)
    const file = await read(address)
    assert.equal(file.status, 200, address)
    await file.arrayBuffer()
  }
  assert.equal((await read('/docs/unknown.js')).status, 404)
})

test('the code samples of the reference have the address and the key of this server', async (t) => {
  const api = await openApi(undefined, { consoleKey: 'silla_pub_test_shown' })
  t.after(api.close)
  const origin = new URL(api.url).origin
  const text = await (await fetch(`${origin}/docs/openapi.json`)).text()
  assert.ok(text.includes(`curl '${origin}/api/v1/negocio/'`))
  assert.ok(text.includes('X-API-Key: silla_pub_test_shown'))
  const published = await (await fetch(`${origin}/api/v1/openapi.json`)).text()
  assert.ok(!published.includes('silla_pub_test_shown'))
})

test('in production the reference has no key, and can be switched off', async (t) => {
  const on = await openApi(undefined, {
    production: true,
    consoleKey: 'silla_pub_test_shown',
    findDemoExamples: () => assert.fail('there is no demo in production'),
  })
  t.after(on.close)
  const html = await (await on.inject('/docs')).body
  assert.ok(html.includes('data-key=""'))
  assert.deepEqual(
    (await on.inject('/docs/openapi.json')).json(),
    JSON.parse(
      (await on.inject('/api/v1/openapi.json')).body.replaceAll(
        'https://api.example.com',
        'http://localhost:80',
      ),
    ),
  )
  const off = await openApi(undefined, { production: true, docs: false })
  t.after(off.close)
  for (const path of ['/docs', '/docs/openapi.json'])
    assert.equal((await off.inject(path)).statusCode, 404, path)
  assert.equal((await off.inject('/api/v1/openapi.json')).statusCode, 200)
  assert.deepEqual((await off.inject('/')).json().data.enlaces, {
    api: '/api/v1/',
    openapi: '/api/v1/openapi.json',
  })
})

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

test('the root says what this is, and leads a browser to the reference in development', async (t) => {
  const { inject } = await testApi()
  for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0.5']) {
    const { statusCode, headers, body } = await inject({ url: '/', headers: { accept } })
    assert.equal(statusCode, 200, accept)
    assert.equal(headers.vary, 'Accept')
    const { nombre, version, enlaces } = JSON.parse(body).data
    assert.equal(nombre, 'Silla')
    assert.match(version, /^\d+\.\d+\.\d+/)
    for (const link of [enlaces.openapi, enlaces.referencia, enlaces.graphiql])
      assert.equal((await inject(link)).statusCode, 200, link)
  }
  const led = await inject({ url: '/', headers: browser })
  assert.deepEqual([led.statusCode, led.headers.location], [302, '/docs'])

  const production = await openApi(undefined, { production: true })
  t.after(production.close)
  const { statusCode, body } = await production.inject({ url: '/', headers: browser })
  assert.equal(statusCode, 200)
  assert.equal(JSON.parse(body).data.enlaces.graphiql, undefined)
})
