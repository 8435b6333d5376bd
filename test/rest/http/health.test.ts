import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi, testApi } from '../../support/api.ts'
import { client } from '../../support/client.ts'
import { testDatabase } from '../../support/database.ts'
import { startStopwatch } from '../../support/stopwatch.ts'

const root = async () => (await testApi()).url.replace('/api/v1', '')

test('/healthz and /readyz succeed without a key while the database is up', async () => {
  const anyone = client(await root(), {})
  assert.deepEqual((await anyone.get('/healthz')).data, { estado: 'vivo' })
  assert.deepEqual((await anyone.get('/readyz')).data, { estado: 'listo' })
})

test('without the database /healthz succeeds, /readyz fails with Retry-After', async (t) => {
  const { urls } = await testDatabase()
  const api = await openApi(urls.api.replace(/:\d+\//, ':1/'), { databaseLimits: {} })
  t.after(api.close)
  const anyone = client(api.url.replace('/api/v1', ''), {})

  assert.equal((await anyone.get('/healthz')).status, 200)
  for (const path of ['/readyz', '/api/v1/negocio/']) {
    const stop = startStopwatch()
    const answer = await anyone.get(path, { 'x-api-key': knownShape })
    assert.ok(stop() < 3000)
    assert.equal(answer.status, 503)
    assert.equal(answer.error.code, 'SERVICE_UNAVAILABLE')
    assert.ok(Number(answer.headers.get('retry-after')) >= 1)
    assert.doesNotMatch(answer.text, /ECONN|postgres|127\.0\.0\.1/)
  }
})

test('on the schema of a newer release /readyz succeeds until that release breaks with this one', async (t) => {
  const { witness } = await testDatabase()
  const [own] = await witness`select release, compatible_from from registry.schema_release`
  const record = (release: string, compatibleFrom: string) =>
    witness`update registry.schema_release
      set release = ${release}, compatible_from = ${compatibleFrom}`
  t.after(() => record(own?.release, own?.compatibleFrom))
  // each API has checked nothing yet: the result of a check is kept for half a second
  const readiness = async () => {
    const logged: string[] = []
    const logTarget = { write: (line: string) => void logged.push(line) }
    const api = await openApi(undefined, { logTarget })
    t.after(api.close)
    const { status } = await client(api.url.replace('/api/v1', ''), {}).get('/readyz')
    const reasons = logged.map((line) => JSON.parse(line).reason).filter((reason) => reason)
    return { status, reasons }
  }
  await record('10.0.0', own?.release)
  assert.deepEqual(await readiness(), { status: 200, reasons: [] })
  await record('10.0.0', '10.0.0')
  assert.deepEqual(await readiness(), {
    status: 503,
    reasons: ['the database is for releases from 10.0.0 on'],
  })
})

/** A key whose checksum is right, so that it has to be looked up. */
const knownShape = 'silla_pub_test_UFfMb3neN8LCbqrD45jfybbYDWP4fNaHr'
