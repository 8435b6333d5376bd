import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApi } from '../../support/api.ts'
import { client } from '../../support/client.ts'
import { openSalon } from '../../support/salon.ts'

test('every response has X-Request-Id, Vary and no-store', async () => {
  const salon = await openSalon()
  const { guest } = salon
  for (const answer of [
    await guest.get('/disponibilidad/dias/'),
    await guest.get('/servicios/0/'),
    await guest.get('/nothing/'),
    await guest.post('/reservas/crear/', {}),
    await guest.get('/negocio/', { 'x-api-key': '' }),
  ]) {
    assert.match(answer.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/)
    assert.equal(answer.headers.get('vary'), 'X-API-Key, Authorization, Accept-Language, Origin')
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
    assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
  }
})

test('a valid X-Request-Id is kept, any other is replaced', async () => {
  const { url } = await testApi()
  const anyone = client(url, {})
  const idFor = async (given: string) =>
    (await anyone.get('/', { 'x-request-id': given })).headers.get('x-request-id')

  assert.equal(await idFor('order-42_retry.1'), 'order-42_retry.1')
  for (const given of [
    'short',
    'a'.repeat(65),
    'with spaces in it',
    '<script>alert</script>',
    'línea-línea',
  ]) {
    assert.match((await idFor(given)) ?? '', /^[0-9a-f-]{36}$/)
  }
})

test('a known path with another method is 404 with Allow', async () => {
  const { guest } = await openSalon()
  const refused = await guest.send('/negocio/', { method: 'DELETE' })
  assert.equal(refused.status, 404)
  assert.equal(refused.error.code, 'NOT_FOUND')
  assert.equal(refused.headers.get('allow'), 'GET, HEAD')

  assert.equal(
    (await guest.send('/reservas/crear', { method: 'PUT' })).headers.get('allow'),
    'POST',
  )
  assert.equal((await guest.get('/reservas/1/cancelar/')).headers.get('allow'), 'POST')
  assert.equal((await guest.get('/reservas/1/2/3/cancelar/')).headers.get('allow'), null)
  assert.equal((await guest.get('/nothing/')).headers.get('allow'), null)
})

test('paths work with and without the trailing slash, and with HEAD', async () => {
  const { guest } = await openSalon()
  const withSlash = await guest.get('/servicios/')
  const without = await guest.get('/servicios')
  assert.equal(withSlash.status, 200)
  assert.equal(without.text, withSlash.text)

  const head = await guest.send('/servicios/', { method: 'HEAD' }).catch((error) => error)
  assert.equal(head.status ?? 200, 200)
})

test('a path segment of two thousand characters gets its resource’s 404', async () => {
  const { guest } = await openSalon()
  const answer = await guest.get(`/servicios/${'9'.repeat(2000)}/`)
  assert.equal(answer.status, 404)
  assert.equal(answer.error.code, 'SERVICE_NOT_FOUND')
})
