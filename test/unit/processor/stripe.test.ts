import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { before, beforeEach, test } from 'node:test'
import { type NewIntent, type Processor, ProcessorError, timeBudget } from '@silla/core'
import { type FakeStripe, startFakeStripe } from '@silla/fake-stripe'
import { openProcessors, parseProcessorEvent } from '@silla/payments-stripe'
import Stripe from 'stripe'
import { atEnd } from '../../support/at-end.ts'

let double: FakeStripe
let processor: Processor
let account: string
let customerRef: string

before(async () => {
  double = await startFakeStripe({ retryDelaysMs: [] })
  atEnd(() => double.stop())
  processor =
    openProcessors({ live: null, test: double, apiBase: new URL(double.url) })('test') ??
    assert.fail()
})

beforeEach(async () => {
  double.reset()
  account = double.addAccount().id
  const customer = {
    account,
    key: 'c',
    email: 'lucia@example.com',
    name: 'Lucía',
    customerId: 4,
    businessId: 'b',
  }
  customerRef = (await processor.createCustomer({ ...customer, budget: timeBudget() })).customerRef
})

const input = (more: Partial<NewIntent> = {}): NewIntent => ({
  ...{
    account,
    key: 'intent',
    businessId: 'b',
    paymentId: 77,
    customerRef,
    amountCents: 1800,
    feeCents: 0,
  },
  ...{ currency: 'EUR', description: 'Barbería', budget: timeBudget(), ...more },
})

/** What kind of problem a question ends in. */
const problem = (requested: Promise<unknown>): Promise<ProcessorError> =>
  requested.then(
    () => assert.fail('it was answered'),
    (error) => (error instanceof ProcessorError ? error : assert.fail(String(error))),
  )

test('D20: each mode has its own credentials, and none without keys', () => {
  assert.equal(openProcessors({ live: null, test: null, apiBase: null })('live'), null)
  assert.equal(processor.publishableKey, double.publishableKey)
})

test('D19, D20: every call carries our own key and the salon’s account, and nobody is led away to pay', async () => {
  const { intentRef } = await processor.createIntent(input())
  await processor.getIntent({ account, intentRef, budget: timeBudget() })
  const [made, read] = double.calls.slice(-2)
  assert.deepEqual(
    [made?.idempotencyKey, made?.account, read?.account],
    ['intent', account, account],
  )
  assert.equal(made?.params.payment_method_types, undefined)
  assert.deepEqual(
    { ...(made?.params.automatic_payment_methods as object) },
    { enabled: 'true', allow_redirects: 'never' },
  )
})

test('D20: every call names the version we were built for, and none tells how the one before fared', async () => {
  const heard: IncomingHttpHeaders[] = []
  const plain = await processorAt((request, response) => {
    heard.push(request.headers)
    response.setHeader('request-id', 'req_1')
    response.end(JSON.stringify({ id: account, object: 'v2.core.account' }))
  })
  for (let call = 1; call <= 2; call++) await plain.getAccount({ account, budget: timeBudget() })
  assert.deepEqual(
    heard.map((headers) => [headers['stripe-version'], headers['x-stripe-client-telemetry']]),
    Array(2).fill(['2026-10-28.endive', undefined]),
  )
})

test('D19: a connection that breaks after the effect is tried once more with the same key, and has one effect', async () => {
  double.fault({ method: 'POST', path: '/v1/payment_intents', kind: 'reset', when: 'after' })
  const intent = await processor.createIntent(input())
  assert.deepEqual(
    double.paymentIntents().map(({ id }) => id),
    [intent.intentRef],
  )
})

test('D20: a question is given up when its time is over, however often the library tries again', async () => {
  double.fault({ method: 'POST', path: '/v1/payment_intents', kind: 'reset', when: 'before' })
  double.fault({ method: 'POST', path: '/v1/payment_intents', kind: 'silence' })
  const observation = await problem(processor.createIntent(input({ budget: timeBudget(900) })))
  assert.deepEqual([observation.kind, observation.message], ['unavailable', 'no answer in time'])
})

test('what goes wrong is one of four things, and quotes neither keys nor bodies', async () => {
  const path = '/v1/payment_intents'
  for (const [kind, fault] of [
    ['unavailable', { kind: 'rate_limit' }],
    ['unavailable', { kind: 'html' }],
    ['unsure', { kind: 'error' }],
  ] as const) {
    double.fault({ method: 'POST', path, ...fault })
    assert.equal(
      (await problem(processor.createIntent(input({ key: crypto.randomUUID() })))).kind,
      kind,
      fault.kind,
    )
  }
  await processor.createIntent(input())
  assert.equal(
    (await problem(processor.createIntent(input({ amountCents: 1900 })))).kind,
    'unsure',
    'the key is taken',
  )
  const small = await problem(processor.createIntent(input({ key: 'small', amountCents: 1 })))
  assert.deepEqual([small.kind, small.code], ['refused', 'amount_too_small'])
  const unknown = { account, intentRef: 'pi_nothing', budget: timeBudget() }
  assert.equal((await problem(processor.getIntent(unknown))).kind, 'unknown')
  assert.equal(
    (await problem(processor.getIntent({ ...unknown, account: 'acct_nobody' }))).code,
    'account_invalid',
  )
  const stranger = { secretKey: 'sk_test_stranger', publishableKey: 'pk_test_stranger' }
  const other = openProcessors({ live: null, test: stranger, apiBase: new URL(double.url) })('test')
  const refused = await problem(other?.getIntent(unknown) ?? assert.fail())
  assert.equal(refused.kind, 'unavailable')
  assert.doesNotMatch(refused.message, /sk_test|stranger/)
  await double.down()
  assert.equal((await problem(processor.getIntent(unknown))).kind, 'unavailable')
  await double.up()
})

test('D22: a proxy that fails in JSON is nobody we asked, and never an answer', async () => {
  for (const status of [404, 500, 503]) {
    const proxied = await processorAt((_, response) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ message: 'no upstream' }))
    })
    const about = { account, intentRef: 'pi_1', budget: timeBudget() }
    assert.equal((await problem(proxied.getIntent(about))).kind, 'unavailable')
    assert.equal((await problem(proxied.createIntent(input()))).kind, 'unavailable')
    assert.equal(
      (await problem(proxied.listWebhookEndpoints({ budget: timeBudget() }))).kind,
      'unavailable',
    )
  }
})

test('D19: an intent whose answer got lost is found by the payment it was for', async () => {
  const { intentRef } = await processor.createIntent(input())
  await processor.createIntent(input({ key: 'another', paymentId: 78 }))
  const find = (paymentId: number, businessId = 'b') =>
    processor.findIntentByPayment({
      account,
      businessId,
      paymentId,
      customerRef,
      budget: timeBudget(),
    })
  assert.equal((await find(77))?.intentRef, intentRef)
  assert.equal(await find(79), null)
  assert.equal(await find(77, 'another business'), null)
})

test('an intent tells what arrived, what went back and why a card failed; ended too late, it is told as it is', async () => {
  const { intentRef } = await processor.createIntent(input())
  const read = () => processor.getIntent({ account, intentRef, budget: timeBudget() })
  double.pay(intentRef, '4000000000009995')
  assert.deepEqual(
    [(await read()).status, (await read()).failure],
    [
      'failed',
      { code: 'insufficient_funds', declined: true, message: 'Your card has insufficient funds.' },
    ],
  )
  double.pay(intentRef)
  const refund = {
    account,
    key: 'r',
    intentRef,
    refundId: 3,
    amountCents: 500,
    budget: timeBudget(),
  }
  const { refundRef } = await processor.createRefund(refund)
  const paid = await processor.cancelIntent({ account, intentRef, budget: timeBudget() })
  assert.deepEqual(
    [paid.status, paid.receivedCents, paid.refundedCents, paid.paymentId],
    ['succeeded', 1800, 500, 77],
  )
  assert.deepEqual(await processor.listRefunds({ account, intentRef, budget: timeBudget() }), [
    { refundRef, refundId: 3, amountCents: 500, state: 'completed', failureMessage: '' },
  ])
})

test('D23: a signature is right where the processor’s own library says so, for any of the secrets and within five minutes', () => {
  const body = JSON.stringify({
    id: 'evt_1',
    type: 'account.updated',
    account: 'acct_1',
    created: 1,
    livemode: false,
  })
  const now = new Date('2030-03-04T08:00:00Z')
  const header = (secret: string, secondsAgo = 0) =>
    Stripe.webhooks.generateTestHeaderString({
      payload: body,
      secret,
      timestamp: now.getTime() / 1000 - secondsAgo,
    })
  const read = (signature: string, secrets = ['whsec_a', 'whsec_b'], bytes = Buffer.from(body)) =>
    parseProcessorEvent(bytes, signature, secrets, now)
  assert.deepEqual(read(header('whsec_b')), {
    eventRef: 'evt_1',
    type: 'account.updated',
    account: 'acct_1',
    livemode: false,
    occurredAt: new Date(1000),
    observation: { kind: 'account' },
  })
  const two = `${header('whsec_other')},${header('whsec_a').replace(/^t=\d+,/, '')}`
  assert.ok(read(two), 'while a secret is changed both sign')
  assert.ok(read(header('whsec_a', 300)))
  for (const wrong of [
    '',
    'v1=00',
    't=1,v1=',
    header('whsec_c'),
    header('whsec_a', 301),
    header('whsec_a', -301),
  ]) {
    assert.equal(read(wrong), null, wrong)
  }
  assert.equal(read(header('whsec_a'), []), null)
  assert.equal(read(header('whsec_a'), ['whsec_a'], Buffer.from(`${body} `)), null)
})

/** One whose calls are answered by this. */
async function processorAt(answers: RequestListener): Promise<Processor> {
  const server = createServer(answers)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(async () => server.close().closeAllConnections())
  const apiBase = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return openProcessors({ live: null, test: double, apiBase })('test') ?? assert.fail()
}
