import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readSettings, startFakeStripe } from '@silla/fake-stripe'
import { openFakeStripe, stripeClient } from './open-fake-stripe.ts'

const tenEuros = { amount: 1000, currency: 'eur' }
const onIntents = { method: 'POST', path: '/v1/payment_intents' }

test('a fault loses the response before or after the effect, and a retry with the same key has one effect', async (t) => {
  const { fakeStripe, stripe, salon } = await openFakeStripe(t)
  // the SDK retries a broken connection once by itself
  for (const [kind, when, times, created] of [
    ['reset', 'before', 2, 0],
    ['reset', 'after', 2, 1],
    ['html', 'before', 1, 0],
    ['html', 'after', 1, 1],
    ['rate_limit', 'before', 1, 0],
    ['error', 'before', 1, 0],
  ] as const) {
    const before = fakeStripe.paymentIntents().length
    const key = { ...salon, idempotencyKey: `${kind} ${when}` }
    fakeStripe.fault({ ...onIntents, kind, when, times })
    await assert.rejects(stripe.paymentIntents.create(tenEuros, key), `${kind} ${when}`)
    assert.equal(fakeStripe.paymentIntents().length - before, created, `${kind} ${when}`)
    await stripe.paymentIntents.create(tenEuros, key)
    assert.equal(fakeStripe.paymentIntents().length - before, 1, `${kind} ${when}, retried`)
  }
})

test('a 500 after the effect is stored under its idempotency key', async (t) => {
  const { fakeStripe, stripe, salon } = await openFakeStripe(t)
  fakeStripe.fault({ ...onIntents, kind: 'error', when: 'after' })
  const key = { ...salon, idempotencyKey: 'once' }
  for (const _ of [1, 2])
    await assert.rejects(stripe.paymentIntents.create(tenEuros, key), { statusCode: 500 })
  assert.equal(fakeStripe.paymentIntents().length, 1)
})

test('a request without a response has its effect, and the client times out', async (t) => {
  const { fakeStripe, stripe, salon } = await openFakeStripe(t)
  const { reached } = fakeStripe.fault({ ...onIntents, kind: 'silence' })
  const request = stripe.paymentIntents.create(tenEuros, { ...salon, timeout: 1000 })
  await Promise.all([assert.rejects(request, { type: 'StripeConnectionError' }), reached])
  assert.equal(fakeStripe.paymentIntents().length, 1)
  assert.equal(fakeStripe.calls[0]?.status, null)
})

test('the idempotency key of a held request is in use until the request is released', async (t) => {
  const { fakeStripe, stripe, salon } = await openFakeStripe(t)
  const key = { ...salon, idempotencyKey: 'slow' }
  const held = fakeStripe.fault({ ...onIntents, kind: 'hold' })
  const slow = stripe.paymentIntents.create(tenEuros, key)
  await held.reached
  assert.equal(fakeStripe.paymentIntents().length, 0)
  const duplicate = stripe.paymentIntents.create(tenEuros, key)
  await assert.rejects(duplicate, { statusCode: 409, code: 'idempotency_key_in_use' })
  held.release()
  const { id } = await slow
  assert.equal((await stripe.paymentIntents.create(tenEuros, key)).id, id)
})

test('a fault of one account spares the requests of the others', async (t) => {
  const { fakeStripe, stripe, salon } = await openFakeStripe(t)
  fakeStripe.fault({ ...onIntents, kind: 'error', account: salon.stripeAccount })
  await stripe.paymentIntents.create(tenEuros)
  await assert.rejects(stripe.paymentIntents.create(tenEuros, salon), { statusCode: 500 })
})

test('a response can be delayed after the effect', async (t) => {
  const { fakeStripe, stripe, salon } = await openFakeStripe(t)
  const key = { ...salon, idempotencyKey: 'done' }
  const held = fakeStripe.fault({ ...onIntents, kind: 'hold', when: 'after' })
  const slow = stripe.paymentIntents.create(tenEuros, key)
  await held.reached
  const again = await stripe.paymentIntents.create(tenEuros, key)
  held.release()
  assert.equal((await slow).id, again.id)
  fakeStripe.fault({ kind: 'delay', ms: 1, times: 2 })
  assert.equal((await stripe.paymentIntents.retrieve(again.id, {}, salon)).id, again.id)
})

test('a fake Stripe that is down refuses connections, and comes back on the same port', async (t) => {
  const { fakeStripe, stripe, salon } = await openFakeStripe(t)
  await fakeStripe.down()
  await assert.rejects(stripe.customers.create({}, salon), { type: 'StripeConnectionError' })
  await fakeStripe.up()
  assert.match((await stripe.customers.create({}, salon)).id, /^cus_/)
})

test('the next cards and refunds get the outcomes that a test sets', async (t) => {
  const { fakeStripe, stripe, salon } = await openFakeStripe(t)
  const { id } = await stripe.paymentIntents.create(tenEuros, salon)
  fakeStripe.declineNext('insufficient_funds')
  assert.equal(fakeStripe.pay(id).declineCode, 'insufficient_funds')
  assert.equal(fakeStripe.pay(id).declineCode, null)
  fakeStripe.refundNext('pending')
  const refund = await stripe.refunds.create({ payment_intent: id }, salon)
  assert.equal(refund.status, 'pending')
  fakeStripe.failRefund(refund.id)
  assert.equal((await stripe.refunds.retrieve(refund.id, {}, salon)).status, 'failed')
  assert.deepEqual(
    [fakeStripe.charges()[0]?.refunded, fakeStripe.charges()[0]?.amount_refunded],
    [false, 0],
  )
  const { id: dispute } = fakeStripe.dispute(id)
  await assert.rejects(stripe.refunds.create({ payment_intent: id }, salon), {
    code: 'charge_disputed',
  })
  fakeStripe.closeDispute(dispute, 'lost')
  const types = fakeStripe.events().map(({ type }) => type)
  assert.deepEqual(types.slice(-6), [
    'refund.created',
    'charge.refunded',
    'refund.updated',
    'refund.failed',
    'charge.dispute.created',
    'charge.dispute.closed',
  ])
})

test('the admin API offers the test controls over HTTP, to its own origin only', async (t) => {
  const { fakeStripe, stripe, salon } = await openFakeStripe(t)
  const post = (path: string, body: object, headers = {}) =>
    fetch(`${fakeStripe.url}/admin/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  await post('faults', { kind: 'rate_limit', path: '/v1/payment_*' })
  await assert.rejects(stripe.paymentIntents.create(tenEuros, salon), { statusCode: 429 })
  const { client_secret } = await stripe.paymentIntents.create(tenEuros, salon)
  const paid = await post(`payment_intents/${client_secret}/pay`, { card: '4000000000009995' })
  assert.deepEqual(await paid.json(), {
    status: 'requires_payment_method',
    declineCode: 'insufficient_funds',
  })
  assert.equal((await post('reset', {}, { origin: 'https://elsewhere.example' })).status, 403)
  assert.equal(fakeStripe.paymentIntents().length, 1)
  await post('reset', {})
  assert.equal(fakeStripe.paymentIntents().length, 0)
})

test('payments and stored responses survive a restart', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'silla-fake-stripe-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const stateFile = join(folder, 'below', 'state.json')
  const first = await startFakeStripe({ stateFile })
  const salon = { stripeAccount: first.addAccount().id, idempotencyKey: 'kept' }
  const { id } = await stripeClient(first).paymentIntents.create(tenEuros, salon)
  first.pay(id)
  await first.stop()

  const second = await startFakeStripe({ stateFile })
  t.after(() => second.stop())
  const stripe = stripeClient(second)
  assert.equal((await stripe.paymentIntents.create(tenEuros, salon)).id, id)
  const { status } = await stripe.paymentIntents.retrieve(
    id,
    {},
    { stripeAccount: salon.stripeAccount },
  )
  assert.equal(status, 'succeeded')
})

test('it refuses production and live API keys', () => {
  assert.throws(
    () => readSettings({ NODE_ENV: 'production' }),
    /does not run with NODE_ENV=production/,
  )
  assert.throws(() => readSettings({ STRIPE_SECRET_KEY: 'sk_live_1' }), /sk_test_/)
})
