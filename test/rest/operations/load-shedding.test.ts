import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi } from '../../support/api.ts'
import { client } from '../../support/client.ts'
import { rightSignature } from '../../support/message-providers.ts'
import { openSalon } from '../../support/salon.ts'
import { until } from '../../support/until.ts'

test('an overloaded process sheds load, stays healthy, and recovers', async (t) => {
  const salon = await openSalon()
  const api = await openApi(undefined, { maxEventLoopDelayMilliseconds: 50 })
  t.after(api.close)
  const guest = client(api.url, { 'x-api-key': salon.publishableKey })
  // the response is ready then, and is not routed
  for (let i = 0; i < 20; i++) await guest.get('/negocio/')

  /** Sends a request while the process is overloaded: it was until then, and is afterwards. */
  async function whileOverloaded(send: () => Promise<{ status: number }>): Promise<number> {
    let status = 0
    await until(async () => {
      busyFor(400)
      status = (await send()).status
      refused = await guest.get('/negocio/')
      return refused.status === 503
    })
    return status
  }

  let refused = await guest.get('/negocio/')
  const healthz = api.url.replace('/api/v1', '/healthz')
  assert.equal(await whileOverloaded(() => fetch(healthz)), 200)
  assert.equal(refused.error.code, 'SERVICE_UNAVAILABLE')
  assert.equal(refused.headers.get('retry-after'), '2')
  // those who send them repeat them late or not at all
  for (const [path, status] of [
    ['/mensajes/test-sms/', 204],
    ['/api/v1/webhooks/processor/', 400],
  ] as const) {
    const headers = { 'x-signature': rightSignature, 'content-type': 'application/json' }
    const callback = { method: 'POST', headers, body: '[]' }
    const url = new URL(path, api.url)
    assert.equal(await whileOverloaded(() => fetch(url, callback)), status, path)
  }

  await until(async () => (await guest.get('/negocio/')).status === 200)
})

function busyFor(milliseconds: number) {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}
