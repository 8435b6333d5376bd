import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKey } from '@silla/tenants'
import { testApi } from '../../support/api.ts'
import { client } from '../../support/client.ts'
import { testDatabase } from '../../support/database.ts'
import { openSalon } from '../../support/salon.ts'

const origin = 'https://salon.example'

test('D8b: a preflight succeeds without a key, for any origin and path', async () => {
  const { url } = await testApi()
  for (const path of ['/reservas/crear/', '/negocio/', '/nothing/']) {
    const answer = await client(url, {}).send(path, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-api-key',
      },
    })
    assert.equal(answer.status, 204)
    assert.equal(answer.text, '')
    assert.equal(answer.headers.get('access-control-allow-origin'), '*')
    assert.equal(answer.headers.get('access-control-allow-credentials'), null)
    assert.equal(answer.headers.get('access-control-max-age'), '86400')
    assert.equal(
      answer.headers.get('access-control-allow-headers'),
      'X-API-Key, Authorization, Content-Type, Accept-Language, Idempotency-Key, If-None-Match, X-Reserva-Codigo, X-Retencion-Token, X-Simular',
    )
    for (const method of ['GET', 'POST', 'PUT'])
      assert.match(answer.headers.get('access-control-allow-methods') ?? '', new RegExp(method))
  }
})

test('OPTIONS without preflight headers is an unknown method', async () => {
  const { guest } = await openSalon()
  const answer = await guest.send('/negocio/', { method: 'OPTIONS' })
  assert.equal(answer.status, 404)
  assert.equal(answer.headers.get('allow'), 'GET, HEAD')
})

test('D8b: responses and errors are readable from any origin', async () => {
  const { guest } = await openSalon()
  for (const answer of [
    await guest.get('/negocio/', { origin }),
    await guest.get('/servicios/0/', { origin }),
    await guest.get('/nothing/', { origin }),
    await guest.get('/negocio/', { origin, 'x-api-key': '' }),
  ]) {
    assert.equal(answer.headers.get('access-control-allow-origin'), '*')
    assert.equal(
      answer.headers.get('access-control-expose-headers'),
      'X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, Idempotent-Replayed, ETag',
    )
  }
})

test('D8b: responses to a secret key have no CORS header', async () => {
  const { backend, secretKey } = await openSalon()
  for (const answer of [
    await backend.get('/negocio/', { origin }),
    await backend.get('/servicios/0/', { origin }),
    await backend.get('/nothing/', { origin }),
    await backend.get('/negocio/', { origin, 'x-api-key': `${secretKey.slice(0, -1)}!` }),
  ]) {
    assert.equal(answer.headers.get('access-control-allow-origin'), null)
    assert.equal(answer.headers.get('access-control-expose-headers'), null)
  }
})

test('D8b: a key with origins accepts those and requests without Origin', async () => {
  const salon = await openSalon()
  const { admin } = await testDatabase()
  const { key } = await createKey(admin, salon.businessId, {
    kind: 'publishable',
    name: 'page',
    origins: [origin],
  })
  const page = client((await testApi()).url, { 'x-api-key': key })

  assert.equal((await page.get('/negocio/', { origin })).status, 200)
  assert.equal((await page.get('/negocio/')).status, 200)
  for (const other of [
    'https://salon.example.evil',
    'http://salon.example',
    'null',
    'https://salon.example:8443',
  ]) {
    const refused = await page.get('/negocio/', { origin: other })
    assert.equal(refused.status, 403)
    assert.equal(refused.error.code, 'ORIGIN_NOT_ALLOWED')
    assert.equal(refused.headers.get('access-control-allow-origin'), '*')
  }
})
