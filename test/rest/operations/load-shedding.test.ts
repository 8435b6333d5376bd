import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi } from '../../support/api.ts'
import { client } from '../../support/client.ts'
import { rightSignature } from '../../support/message-providers.ts'
import { openSalon } from '../../support/salon.ts'

test('an overloaded process sheds load, stays healthy, and recovers', async (t) => {
  const salon = await openSalon()
  const api = await openApi(undefined, { maxEventLoopDelayMilliseconds: 50 })
  t.after(api.close)
  const guest = client(api.url, { 'x-api-key': salon.publishableKey })
  // the response is ready then, and is not routed
  for (let i = 0; i < 20; i++) await guest.get('/negocio/')
  const patience = Date.now() + 20_000

  let refused = await guest.get('/negocio/')
  while (refused.status !== 503) {
    assert.ok(Date.now() < patience, 'it was busy for seconds and refused nothing')
    busyFor(400)
    refused = await guest.get('/negocio/')
  }
  assert.equal(refused.error.code, 'SERVICE_UNAVAILABLE')
  assert.equal(refused.headers.get('retry-after'), '2')
  busyFor(400)
  assert.equal((await fetch(api.url.replace('/api/v1', '/healthz'))).status, 200)
  // those who send them repeat them late or not at all
  for (const [path, status] of [
    ['/mensajes/test-sms/', 204],
    ['/api/v1/webhooks/processor/', 400],
  ] as const) {
    const headers = { 'x-signature': rightSignature, 'content-type': 'application/json' }
    const callback = { method: 'POST', headers, body: '[]' }
    assert.equal((await fetch(new URL(path, api.url), callback)).status, status, path)
  }
  assert.equal((await guest.get('/negocio/')).status, 503, 'it has been overloaded since')

  while ((await guest.get('/negocio/')).status !== 200) {
    assert.ok(Date.now() < patience, 'it had caught up and still refused')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
})

function busyFor(milliseconds: number) {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}
