import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readSettings, startFakeStripe } from '@silla/fake-stripe'
import { openDouble, speaking } from './open-double.ts'

const tenEuros = { amount: 1000, currency: 'eur' }
const onIntents = { method: 'POST', path: '/v1/payment_intents' }

test('an answer can be lost before the effect or after it, and the same key finds out which', async (t) => {
  const { double, stripe, salon } = await openDouble(t)
  // the SDK tries a broken connection a second time by itself
  for (const [kind, when, times, made] of [
    ['reset', 'before', 2, 0],
    ['reset', 'after', 2, 1],
    ['html', 'before', 1, 0],
    ['html', 'after', 1, 1],
    ['rate_limit', 'before', 1, 0],
    ['error', 'before', 1, 0],
  ] as const) {
    const before = double.paymentIntents().length
    const key = { ...salon, idempotencyKey: `${kind} ${when}` }
    double.fault({ ...onIntents, kind, when, times })
    await assert.rejects(stripe.paymentIntents.create(tenEuros, key), `${kind} ${when}`)
    assert.equal(double.paymentIntents().length - before, made, `${kind} ${when}`)
    await stripe.paymentIntents.create(tenEuros, key)
    assert.equal(double.paymentIntents().length - before, 1, `${kind} ${when}, tried again`)
  }
})

test('a 500 after the effect stays the answer of its key', async (t) => {
  const { double, stripe, salon } = await openDouble(t)
  double.fault({ ...onIntents, kind: 'error', when: 'after' })
  const key = { ...salon, idempotencyKey: 'once' }
  for (const _ of [1, 2])
    await assert.rejects(stripe.paymentIntents.create(tenEuros, key), { statusCode: 500 })
  assert.equal(double.paymentIntents().length, 1)
})

test('a silent processor has done its work, and the caller gives up by itself', async (t) => {
  const { double, stripe, salon } = await openDouble(t)
  const { reached } = double.fault({ ...onIntents, kind: 'silence' })
  const requested = stripe.paymentIntents.create(tenEuros, { ...salon, timeout: 100 })
  await reached
  await assert.rejects(requested, { type: 'StripeConnectionError' })
  assert.equal(double.paymentIntents().length, 1)
  assert.equal(double.calls[0]?.status, null)
})

test('while a call is held its key is in use; then it goes on', async (t) => {
  const { double, stripe, salon } = await openDouble(t)
  const key = { ...salon, idempotencyKey: 'slow' }
  const held = double.fault({ ...onIntents, kind: 'hold' })
  const slow = stripe.paymentIntents.create(tenEuros, key)
  await held.reached
  assert.equal(double.paymentIntents().length, 0)
  const twin = stripe.paymentIntents.create(tenEuros, key)
  await assert.rejects(twin, { statusCode: 409, code: 'idempotency_key_in_use' })
  held.release()
  const { id } = await slow
  assert.equal((await stripe.paymentIntents.create(tenEuros, key)).id, id)
})

test('an answer can be slow when all is done', async (t) => {
  const { double, stripe, salon } = await openDouble(t)
  const key = { ...salon, idempotencyKey: 'done' }
  const held = double.fault({ ...onIntents, kind: 'hold', when: 'after' })
  const slow = stripe.paymentIntents.create(tenEuros, key)
  await held.reached
  const again = await stripe.paymentIntents.create(tenEuros, key)
  held.release()
  assert.equal((await slow).id, again.id)
  double.fault({ kind: 'delay', ms: 1, times: 2 })
  assert.equal((await stripe.paymentIntents.retrieve(again.id, {}, salon)).id, again.id)
})

test('a processor that is down refuses connections, and comes back to the same place', async (t) => {
  const { double, stripe, salon } = await openDouble(t)
  await double.down()
  await assert.rejects(stripe.customers.create({}, salon), { type: 'StripeConnectionError' })
  await double.up()
  assert.match((await stripe.customers.create({}, salon)).id, /^cus_/)
})

test('cards and refunds meet what was ordered for them', async (t) => {
  const { double, stripe, salon } = await openDouble(t)
  const { id } = await stripe.paymentIntents.create(tenEuros, salon)
  double.declineNext('insufficient_funds')
  assert.equal(double.pay(id).declineCode, 'insufficient_funds')
  assert.equal(double.pay(id).declineCode, null)
  double.refundNext('pending')
  const refund = await stripe.refunds.create({ payment_intent: id }, salon)
  assert.equal(refund.status, 'pending')
  double.failRefund(refund.id)
  assert.equal((await stripe.refunds.retrieve(refund.id, {}, salon)).status, 'failed')
  assert.deepEqual(
    [double.charges()[0]?.refunded, double.charges()[0]?.amount_refunded],
    [false, 0],
  )
  const { id: dispute } = double.dispute(id)
  await assert.rejects(stripe.refunds.create({ payment_intent: id }, salon), {
    code: 'charge_disputed',
  })
  double.closeDispute(dispute, 'lost')
  const types = double.events().map(({ type }) => type)
  assert.deepEqual(types.slice(-6), [
    'refund.created',
    'charge.refunded',
    'refund.updated',
    'refund.failed',
    'charge.dispute.created',
    'charge.dispute.closed',
  ])
})

test('another process orders the same by HTTP', async (t) => {
  const { double, stripe, salon } = await openDouble(t)
  const order = (path: string, body: object, headers = {}) =>
    fetch(`${double.url}/double/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  await order('faults', { kind: 'rate_limit', path: '/v1/payment_*' })
  await assert.rejects(stripe.paymentIntents.create(tenEuros, salon), { statusCode: 429 })
  const { client_secret } = await stripe.paymentIntents.create(tenEuros, salon)
  const paid = await order(`payment_intents/${client_secret}/pay`, { card: '4000000000009995' })
  assert.deepEqual(await paid.json(), {
    status: 'requires_payment_method',
    declineCode: 'insufficient_funds',
  })
  assert.equal((await order('reset', {}, { origin: 'https://elsewhere.example' })).status, 403)
  assert.equal(double.paymentIntents().length, 1)
  await order('reset', {})
  assert.equal(double.paymentIntents().length, 0)
})

test('what was paid, and what is kept for a key, survives a restart', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'silla-double-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const stateFile = join(folder, 'below', 'double.json')
  const first = await startFakeStripe({ stateFile })
  const salon = { stripeAccount: first.addAccount().id, idempotencyKey: 'kept' }
  const { id } = await speaking(first).paymentIntents.create(tenEuros, salon)
  first.pay(id)
  await first.stop()

  const second = await startFakeStripe({ stateFile })
  t.after(() => second.stop())
  const stripe = speaking(second)
  assert.equal((await stripe.paymentIntents.create(tenEuros, salon)).id, id)
  const { status } = await stripe.paymentIntents.retrieve(
    id,
    {},
    { stripeAccount: salon.stripeAccount },
  )
  assert.equal(status, 'succeeded')
})

test('it does not run where money is real, nor with a key that is', () => {
  assert.throws(
    () => readSettings({ NODE_ENV: 'production' }),
    /does not run with NODE_ENV=production/,
  )
  assert.throws(() => readSettings({ STRIPE_SECRET_KEY: 'sk_live_1' }), /sk_test_/)
})
