import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApi } from '../../support/api.ts'

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
      const inUrl = ways.filter((way) => 'claveUrl' in way)
      assert.equal(inHeader.length + inUrl.length, ways.length, path)
      assert.equal(inUrl.length, method === 'get' ? inHeader.length : 0, path)
    }
  }
})

test('the reference page loads nothing from other hosts', async () => {
  const page = await read('/docs/')
  assert.equal(page.status, 200)
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
  assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'self'/)
  assert.doesNotMatch(page.headers.get('content-security-policy') ?? '', /https:/)
  const html = await page.text()
  const linked = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '')
  assert.ok(linked.length >= 3)
  for (const address of linked) {
    assert.doesNotMatch(address, /^(https?:)?\/\//)
    const file = await fetch(new URL(address, `${await root()}/docs/`))
    assert.equal(file.status, 200, address)
    await file.arrayBuffer()
  }
})
