import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSettings, startApi } from '@silla/api'
import { client } from '../../support/client.ts'
import { testDatabase } from '../../support/database.ts'
import { openSalon } from '../../support/salon.ts'
import { apiSettings } from '../../support/servers.ts'

const settings = async (more: Record<string, string> = {}) => {
  const { urls } = await testDatabase()
  return readSettings({
    ...apiSettings(urls.api),
    LOG_LEVEL: 'silent',
    ...more,
  })
}

test('metrics cover requests by route, the database pool and caches, on a separate port', async (t) => {
  const salon = await openSalon()
  const api = await startApi(await settings({ METRICS_PORT: '0' }))
  t.after(() => api.stop())
  const guest = client(`${api.url}/api/v1`, { 'x-api-key': salon.publishableKey })
  for (let i = 0; i < 3; i++) await guest.get('/servicios/')
  await guest.get('/reservas/codigo/ABCDEFGHJK/')

  const observation = await (await fetch(api.metricsUrl ?? '')).text()
  const value = (line: string) => {
    const found = observation.split('\n').find((each) => each.startsWith(line))
    return Number(found?.slice(line.length) ?? Number.NaN)
  }
  const list = '{method="GET",route="/api/v1/servicios/",status="200"}'
  assert.equal(value(`silla_request_seconds_count${list} `), 3)
  assert.ok(value(`silla_request_seconds_sum${list} `) > 0)
  assert.equal(
    value(
      'silla_request_seconds_count{method="GET",route="/api/v1/reservas/codigo/:codigo/",status="404"} ',
    ),
    1,
  )
  assert.equal(value('silla_refusals_total{code="BOOKING_NOT_FOUND"} '), 1)
  const keys = (outcome: string) =>
    value(`silla_cache_lookups_total{cache="keys",outcome="${outcome}"} `)
  // a key is looked up again after a second, which a slow run may take
  assert.ok(keys('miss') >= 1, 'the first request')
  assert.equal(keys('miss') + keys('hit'), 4)
  assert.equal(value('silla_cache_lookups_total{cache="catalogue",outcome="miss"} '), 1)
  assert.ok(value('silla_db_operation_seconds_count{operation="batch"} ') >= 1)
  assert.equal(value('silla_db_pool_slots{pool="transaction",state="waiting"} '), 0)
  assert.ok(value('nodejs_eventloop_lag_p99_seconds ') >= 0)
  assert.doesNotMatch(observation, /ABCDEFGHJK|silla_pub_/)
})

test('metrics are not served on the public port, and not at all without METRICS_PORT', async (t) => {
  const api = await startApi(await settings())
  t.after(() => api.stop())
  assert.equal(api.metricsUrl, null)
  assert.equal((await fetch(`${api.url}/metrics`)).status, 404)
})

test('the metrics port closes with the server', async () => {
  const api = await startApi(await settings({ METRICS_PORT: '0' }))
  const url = api.metricsUrl ?? ''
  assert.equal((await fetch(url)).status, 200)
  assert.equal((await fetch(url.replace('/metrics', '/'))).status, 404)
  await api.stop()
  await assert.rejects(fetch(url))
})
