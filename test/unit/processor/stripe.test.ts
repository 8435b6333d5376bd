import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { before, beforeEach, test } from 'node:test'
import { type NewIntent, type Processor, ProcessorError, timeBudget } from '@silla/core'
import { type FakeStripe, startFakeStripe } from '@silla/fake-stripe'
import { openProcessors, parseProcessorEvent } from '@silla/payments-stripe'
import Stripe from 'stripe'
import { atEnd } from '../../support/at-end.ts'

let fakeStripe: FakeStripe
let processor: Processor
let account: string
let customerRef: string

before(async () => {
  fakeStripe = await startFakeStripe({ retryDelaysMs: [] })
  atEnd(async () => {
    await fakeStripe.stop()
    assert.deepEqual(fakeStripe.invalidRequests, [], 'requests that Stripe would refuse')
  })
  processor =
    openProcessors({ live: null, test: fakeStripe, apiBase: new URL(fakeStripe.url) })('test') ??
    assert.fail()
})

beforeEach(async () => {
  fakeStripe.reset()
  account = fakeStripe.addAccount().id
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

const newIntent = (more: Partial<NewIntent> = {}): NewIntent => ({
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

/** The error of a call that must fail. */
const errorOf = (call: Promise<unknown>): Promise<ProcessorError> =>
  call.then(
    () => assert.fail('the call succeeded'),
    (error) => (error instanceof ProcessorError ? error : assert.fail(String(error))),
  )

test('D20: each mode has its own processor, and none without keys', () => {
  assert.equal(openProcessors({ live: null, test: null, apiBase: null })('live'), null)
  assert.equal(processor.publishableKey, fakeStripe.publishableKey)
})

test('D20: browsers load the Stripe.js of the installed version, or the script of the fake Stripe', () => {
  const stripe = openProcessors({ live: fakeStripe, test: null, apiBase: null })('live')
  const loader = new URL('../dist/index.js', import.meta.resolve('@stripe/stripe-js'))
  const [, train] = /RELEASE_TRAIN = '(\w+)'/.exec(readFileSync(loader, 'utf8')) ?? []
  assert.equal(stripe?.scriptUrl, `https://js.stripe.com/${train}/stripe.js`)
  assert.equal(processor.scriptUrl, `${fakeStripe.url}/stripe.js`)
})

test('D19, D20: a call sends the idempotency key and the account, and an intent allows no redirects', async () => {
  const { intentRef } = await processor.createIntent(newIntent())
  await processor.getIntent({ account, intentRef, budget: timeBudget() })
  const [created, read] = fakeStripe.calls.slice(-2)
  assert.deepEqual(
    [created?.idempotencyKey, created?.account, read?.account],
    ['intent', account, account],
  )
  assert.equal(created?.params.payment_method_types, undefined)
  assert.deepEqual(
    { ...(created?.params.automatic_payment_methods as object) },
    { enabled: 'true', allow_redirects: 'never' },
  )
})

test('D20: every call sends the API version, and no telemetry of the call before', async () => {
  const received: IncomingHttpHeaders[] = []
  const plain = await processorAt((request, response) => {
    received.push(request.headers)
    response.setHeader('request-id', 'req_1')
    response.end(JSON.stringify({ id: account, object: 'v2.core.account' }))
  })
  for (let call = 1; call <= 2; call++) await plain.getAccount({ account, budget: timeBudget() })
  assert.deepEqual(
    received.map((headers) => [headers['stripe-version'], headers['x-stripe-client-telemetry']]),
    Array(2).fill(['2026-10-28.endive', undefined]),
  )
})

test('D19: a call whose connection breaks after the effect is retried with the same key, with one effect', async () => {
  fakeStripe.fault({ method: 'POST', path: '/v1/payment_intents', kind: 'reset', when: 'after' })
  const intent = await processor.createIntent(newIntent())
  assert.deepEqual(
    fakeStripe.paymentIntents().map(({ id }) => id),
    [intent.intentRef],
  )
})

test('D20: a call ends at the end of its time budget, even when the library retries', async () => {
  fakeStripe.fault({ method: 'POST', path: '/v1/payment_intents', kind: 'reset', when: 'before' })
  fakeStripe.fault({ method: 'POST', path: '/v1/payment_intents', kind: 'silence' })
  const error = await errorOf(processor.createIntent(newIntent({ budget: timeBudget(900) })))
  assert.deepEqual([error.kind, error.message], ['unavailable', 'no response in time'])
})

test('errors have one of four kinds, and contain neither API keys nor bodies', async () => {
  const path = '/v1/payment_intents'
  for (const [kind, fault] of [
    ['unavailable', { kind: 'rate_limit' }],
    ['unavailable', { kind: 'html' }],
    ['unsure', { kind: 'error' }],
  ] as const) {
    fakeStripe.fault({ method: 'POST', path, ...fault })
    assert.equal(
      (await errorOf(processor.createIntent(newIntent({ key: crypto.randomUUID() })))).kind,
      kind,
      fault.kind,
    )
  }
  await processor.createIntent(newIntent())
  assert.equal(
    (await errorOf(processor.createIntent(newIntent({ amountCents: 1900 })))).kind,
    'unsure',
    'the idempotency key is in use',
  )
  const small = await errorOf(processor.createIntent(newIntent({ key: 'small', amountCents: 1 })))
  assert.deepEqual([small.kind, small.code], ['refused', 'amount_too_small'])
  const unknown = { account, intentRef: 'pi_nothing', budget: timeBudget() }
  assert.equal((await errorOf(processor.getIntent(unknown))).kind, 'unknown')
  assert.equal(
    (await errorOf(processor.getIntent({ ...unknown, account: 'acct_nobody' }))).code,
    'account_invalid',
  )
  const wrongKeys = { secretKey: 'sk_test_wrong', publishableKey: 'pk_test_wrong' }
  const other = openProcessors({ live: null, test: wrongKeys, apiBase: new URL(fakeStripe.url) })(
    'test',
  )
  const refused = await errorOf(other?.getIntent(unknown) ?? assert.fail())
  assert.equal(refused.kind, 'unavailable')
  assert.doesNotMatch(refused.message, /sk_test|wrong/)
  await fakeStripe.down()
  assert.equal((await errorOf(processor.getIntent(unknown))).kind, 'unavailable')
  await fakeStripe.up()
})

test('D22: a JSON error of a proxy counts as unavailable, never as a response of the processor', async () => {
  for (const status of [404, 500, 503]) {
    const proxied = await processorAt((_, response) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ message: 'no upstream' }))
    })
    const target = { account, intentRef: 'pi_1', budget: timeBudget() }
    assert.equal((await errorOf(proxied.getIntent(target))).kind, 'unavailable')
    assert.equal((await errorOf(proxied.createIntent(newIntent()))).kind, 'unavailable')
    assert.equal(
      (await errorOf(proxied.listWebhookEndpoints({ budget: timeBudget() }))).kind,
      'unavailable',
    )
  }
})

test('D22: a 200 whose body has another shape is a processor error, and never ends the process', async () => {
  let body = ''
  const odd = await processorAt((_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(body)
  })
  const target = { account, budget: timeBudget() }
  const intent = { ...target, intentRef: 'pi_1' }
  const calls = [
    () => odd.createIntent(newIntent()),
    () => odd.cancelIntent(intent),
    () => odd.getIntent(intent),
    () => odd.listRefunds(intent),
    () => odd.listDisputes(intent),
    () =>
      odd.createRefund({ ...intent, key: 'r', refundId: 1, amountCents: 100, refundsFee: false }),
    () => odd.getAccount(target),
    () => odd.listWebhookEndpoints(target),
    () => Array.fromAsync(odd.listIntents({ ...target, from: new Date(0), to: new Date(0) })),
  ]
  const bodies: [kind: ProcessorError['kind'], bodies: string[]][] = [
    ['unavailable', ['', '<html>', 'null', '5', '"text"', 'true', '{"error":5}']],
    ['unsure', ['[]', '{}', '{"error":null}', '{"error":{}}', '{"error":"x"}', '{"id":5}']],
  ]
  for (const [kind, ofKind] of bodies) {
    for (const each of ofKind) {
      body = each
      for (const call of calls) assert.equal((await errorOf(call())).kind, kind, each)
    }
  }
  const good = { id: 'pi_1', status: 'new', amount: 1800, amount_received: 0, created: 1 }
  const wrongFields: [field: string, value: unknown][] = [
    ['amount', 1e300],
    ['created', 1e300],
    ['client_secret', 'a\0b'],
    ['currency', null],
    ['latest_charge', { id: 'ch_1' }],
  ]
  for (const [field, value] of wrongFields) {
    body = JSON.stringify({ ...good, currency: 'eur', [field]: value })
    const error = await errorOf(odd.getIntent(intent))
    assert.match(`${error.kind}: ${error.message}`, new RegExp(`^unsure: malformed .*${field}`))
  }
})

test('D21, D22: only an error of the type card_error is a declined card', async () => {
  const errors: [error: object, status: number, expected: Partial<ProcessorError>][] = [
    [{ type: 'card_error', code: 'card_declined' }, 402, { kind: 'refused', declined: true }],
    [{ type: 'card_error', code: 'processing_error' }, 402, { kind: 'refused', declined: false }],
    [
      { type: 'invalid_request_error', code: 'parameter_unknown' },
      400,
      { kind: 'refused', declined: false },
    ],
    [
      {
        type: 'invalid_request_error',
        message: 'Your account cannot currently make live charges.',
      },
      402,
      { kind: 'refused', code: 'account_cannot_charge', declined: false },
    ],
    [
      { type: 'invalid_request_error', code: 'account_invalid' },
      403,
      { kind: 'refused', code: 'account_invalid' },
    ],
    [
      { type: 'invalid_request_error', message: 'The provided key lacks it.' },
      403,
      { kind: 'unavailable' },
    ],
    [
      { type: 'invalid_request_error', code: 'email_invalid', param: 'email' },
      400,
      { kind: 'refused', code: 'email_invalid' },
    ],
    [{ type: 'api_error' }, 500, { kind: 'unsure' }],
  ]
  for (const [error, status, expected] of errors) {
    fakeStripe.fault({
      path: '/v1/payment_intents',
      kind: 'response',
      status,
      body: JSON.stringify({ error }),
    })
    const thrown = await errorOf(processor.createIntent(newIntent({ key: crypto.randomUUID() })))
    assert.partialDeepStrictEqual({ ...thrown }, expected, JSON.stringify(error))
  }
  fakeStripe.fault({ kind: 'response', status: 404, body: '{"error":"not found"}' })
  const target = { account, intentRef: 'pi_1', budget: timeBudget() }
  assert.equal((await errorOf(processor.getIntent(target))).kind, 'unavailable', 'of a proxy')
})

test('D20: a customer whose email Stripe rejects is created without one, once, and found again', async () => {
  const customer = {
    account,
    key: 'odd',
    email: 'lucia@localhost',
    name: 'Lucía',
    customerId: 5,
    businessId: 'b',
  }
  const rejectEmail = () =>
    fakeStripe.fault({
      method: 'POST',
      path: '/v1/customers',
      kind: 'response',
      status: 400,
      body: JSON.stringify({
        error: { type: 'invalid_request_error', code: 'email_invalid', param: 'email' },
      }),
    })
  const refs = []
  for (const _ of ['once', 'and again']) {
    rejectEmail()
    refs.push((await processor.createCustomer({ ...customer, budget: timeBudget() })).customerRef)
  }
  const created = fakeStripe
    .customers(account)
    .filter(({ metadata }) => metadata.silla_customer === '5')
  assert.deepEqual(
    created.map(({ id, email }) => [id, email]),
    [[refs[0], null]],
  )
  assert.equal(refs[1], refs[0])
  const found = await processor.findCustomer({ ...customer, budget: timeBudget() })
  assert.equal(found?.customerRef, refs[0])
})

test('D19: an intent whose response was lost is found by its payment', async () => {
  const { intentRef } = await processor.createIntent(newIntent())
  await processor.createIntent(newIntent({ key: 'another', paymentId: 78 }))
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

test('an intent contains the amounts received and refunded and the failure; a paid one is not cancelled', async () => {
  const { intentRef } = await processor.createIntent(newIntent())
  const read = () => processor.getIntent({ account, intentRef, budget: timeBudget() })
  fakeStripe.pay(intentRef, '4000000000009995')
  assert.deepEqual(
    [(await read()).status, (await read()).failure],
    [
      'failed',
      { code: 'insufficient_funds', declined: true, message: 'Your card has insufficient funds.' },
    ],
  )
  fakeStripe.pay(intentRef)
  const refund = {
    account,
    key: 'r',
    intentRef,
    refundId: 3,
    amountCents: 500,
    refundsFee: false,
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

test('D23: a signature is valid for any of the secrets and for five minutes, as in Stripe’s library', () => {
  const body = JSON.stringify({
    id: 'evt_1',
    type: 'account.updated',
    account: 'acct_1',
    created: 1,
    livemode: false,
    data: { object: {} },
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
  const twoSignatures = `${header('whsec_other')},${header('whsec_a').replace(/^t=\d+,/, '')}`
  assert.ok(read(twoSignatures), 'during a rotation both secrets sign')
  assert.ok(read(header('whsec_a', 300)))
  for (const invalid of [
    '',
    'v1=00',
    't=1,v1=',
    header('whsec_c'),
    header('whsec_a', 301),
    header('whsec_a', -301),
  ]) {
    assert.equal(read(invalid), null, invalid)
  }
  assert.equal(read(header('whsec_a'), []), null)
  assert.equal(read(header('whsec_a'), ['whsec_a'], Buffer.from(`${body} `)), null)
})

/** A processor whose server has this handler. */
async function processorAt(handler: RequestListener): Promise<Processor> {
  const server = createServer(handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(async () => server.close().closeAllConnections())
  const apiBase = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return openProcessors({ live: null, test: fakeStripe, apiBase })('test') ?? assert.fail()
}
