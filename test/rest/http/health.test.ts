import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi, testApi } from '../../support/api.ts'
import { client } from '../../support/client.ts'
import { testDatabase } from '../../support/database.ts'

const root = async () => (await testApi()).url.replace('/api/v1', '')

test('/healthz and /readyz succeed without a key while the database is up', async () => {
  const anyone = client(await root(), {})
  assert.deepEqual((await anyone.get('/healthz')).data, { estado: 'vivo' })
  assert.deepEqual((await anyone.get('/readyz')).data, { estado: 'listo' })
})

test('without the database /healthz succeeds, /readyz fails with Retry-After', async (t) => {
  const { urls } = await testDatabase()
  const api = await openApi(urls.api.replace(/:\d+\//, ':1/'))
  t.after(api.close)
  const anyone = client(api.url.replace('/api/v1', ''), {})

  assert.equal((await anyone.get('/healthz')).status, 200)
  for (const path of ['/readyz', '/api/v1/negocio/']) {
    const startedAt = performance.now()
    const answer = await anyone.get(path, { 'x-api-key': knownShape })
    assert.equal(answer.status, 503)
    assert.equal(answer.error.code, 'SERVICE_UNAVAILABLE')
    assert.ok(Number(answer.headers.get('retry-after')) >= 1)
    assert.ok(performance.now() - startedAt < 3000)
    assert.doesNotMatch(answer.text, /ECONN|postgres|127\.0\.0\.1/)
  }
})

/** A key whose checksum is right, so that it has to be looked up. */
const knownShape = 'silla_pub_test_UFfMb3neN8LCbqrD45jfybbYDWP4fNaHr'
