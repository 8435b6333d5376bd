import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signMessage } from '@silla/webhook-sender'
import { Webhook } from 'standardwebhooks'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const nextSecret = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
const body = '{"tipo":"reserva.creada","datos":{"nombre":"Lucía"}}'

const headersOf = (secrets: string[], signedBody = body) => {
  const timestampSeconds = Math.floor(Date.now() / 1000)
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': signMessage({ id: 'evt_1', timestampSeconds, body: signedBody }, secrets),
  }
}

test('D42: signatures are those of Standard Webhooks', () => {
  assert.deepEqual(new Webhook(secret).verify(body, headersOf([secret])), JSON.parse(body))
  assert.throws(() => new Webhook(nextSecret).verify(body, headersOf([secret])))
  assert.throws(() => new Webhook(secret).verify(body, headersOf([secret], `${body} `)))
})

test('D42: while a secret is rotated, a message is signed with both', () => {
  const headers = headersOf([secret, nextSecret])
  for (const each of [secret, nextSecret]) new Webhook(each).verify(body, headers)
})
