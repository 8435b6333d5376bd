import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { type TestContext, test } from 'node:test'
import { codeOf, none } from '../architecture/sources.ts'
import { openFakeStripe } from './open-fake-stripe.ts'
import { stripeSchemaFile, stripeSchemaText } from './published/stripe-schema.ts'

interface StripeError {
  message: string
  type: string
  code?: string
  param?: string
}

/** Sends a form, or JSON to v2, as any program could. @returns the error, or null for a success */
async function open(t: TestContext) {
  const { fakeStripe, account, stripe, salon } = await openFakeStripe(t)
  const send = async (
    path: string,
    body: Record<string, string> | object,
    headers: Record<string, string> = {},
    method = 'POST',
  ) => {
    const isJson = path.startsWith('/v2/')
    const form = new URLSearchParams(body as Record<string, string>)
    const response = await fetch(`${fakeStripe.url}${path}${method === 'GET' ? `?${form}` : ''}`, {
      method,
      headers: {
        authorization: `Bearer ${fakeStripe.secretKey}`,
        'stripe-account': account,
        'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded',
        ...headers,
      },
      ...(method === 'GET' ? {} : { body: isJson ? JSON.stringify(body) : form.toString() }),
    })
    const { error = null } = (await response.json()) as { error?: StripeError }
    return error && { status: response.status, ...error }
  }
  return { fakeStripe, account, stripe, salon, send }
}

const intent = { amount: '1000', currency: 'eur' }
const endpoint = { url: 'https://salon.example/hook', 'enabled_events[0]': 'charge.refunded' }
const intents = '/v1/payment_intents'
const longList = (length: number, value = 'x') =>
  Object.fromEntries(Array.from({ length }, (_, index) => [`metadata[key${index}]`, value]))

test('the table of parameters matches the types of the installed Stripe library', async () => {
  assert.deepEqual(
    (await readFile(stripeSchemaFile, 'utf8')).split('\n'),
    stripeSchemaText().split('\n'),
    'run npm run stripe-schema and read the diff',
  )
})

test('the types of answers are checked: resources and payments contain no type assertions', () => {
  const asserted = codeOf('packages/fake-stripe').filter(
    ({ path, text }) =>
      /\/(resources|payments)\//.test(path) && /\sas\s(?!const\b)/.test(withoutComments(text)),
  )
  none(
    asserted.map(({ path }) => path),
    'A type assertion would hide a response that lacks a field:',
  )
})

const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')

test('a request that no state of Stripe could accept is refused and recorded', async (t) => {
  const { fakeStripe, send } = await open(t)
  const refused: [string, string, object, { param?: string; code?: string; message: RegExp }][] = [
    [
      'unknown',
      intents,
      { ...intent, payment_method_types: 'card' },
      unknown('payment_method_types'),
    ],
    [
      'unknown, nested',
      intents,
      { ...intent, 'automatic_payment_methods[enable]': 'true' },
      unknown('automatic_payment_methods[enable]'),
    ],
    ['unknown in a query', `${intents}?state=paid`, {}, unknown('state')],
    ['missing', intents, { amount: '1000' }, missing('currency')],
    [
      'missing, nested',
      intents,
      { ...intent, 'automatic_payment_methods[allow_redirects]': 'never' },
      missing('automatic_payment_methods[enabled]'),
    ],
    [
      'empty text',
      intents,
      { ...intent, description: '' },
      {
        param: 'description',
        code: 'parameter_invalid_empty',
        message: /^You passed an empty string/,
      },
    ],
    [
      'no integer',
      intents,
      { ...intent, amount: '10.5' },
      { param: 'amount', code: 'parameter_invalid_integer', message: /^Invalid integer: 10\.5$/ },
    ],
    [
      'no boolean',
      intents,
      { ...intent, confirm: 'yes' },
      { param: 'confirm', message: /boolean: yes/ },
    ],
    [
      'no list',
      '/v1/webhook_endpoints',
      { url: endpoint.url, enabled_events: '*' },
      { param: 'enabled_events', message: /^Invalid array$/ },
    ],
    ['no object', intents, { ...intent, metadata: 'x' }, { param: 'metadata', message: /object/ }],
    [
      'a word that an enum lacks',
      intents,
      {
        ...intent,
        'automatic_payment_methods[enabled]': 'true',
        'automatic_payment_methods[allow_redirects]': 'no',
      },
      {
        param: 'automatic_payment_methods[allow_redirects]',
        message:
          /^Invalid automatic_payment_methods\[allow_redirects\]: must be one of always, or never$/,
      },
    ],
    [
      'a refund reason that does not exist',
      '/v1/refunds',
      { payment_intent: 'pi_1', reason: 'no-show' },
      {
        param: 'reason',
        message: /must be one of duplicate, fraudulent, or requested_by_customer/,
      },
    ],
    [
      'an event that does not exist',
      '/v1/webhook_endpoints',
      { ...endpoint, 'enabled_events[1]': 'charge.disputed' },
      { param: 'enabled_events[1]', message: /must be one of \*, account\.application/ },
    ],
    [
      'a version that does not exist',
      '/v1/webhook_endpoints',
      { ...endpoint, api_version: '2026-10-29.endive' },
      { param: 'api_version', message: /must be one of/ },
    ],
    [
      'a path that cannot be expanded',
      intents,
      { ...intent, 'expand[0]': 'charges' },
      { param: 'expand', message: /^This property cannot be expanded \(charges\)\.$/ },
    ],
    [
      'more than 50 keys of metadata',
      intents,
      { ...intent, ...longList(51) },
      { param: 'metadata', message: /up to 50 keys/ },
    ],
    [
      'a key of metadata with 41 characters',
      intents,
      { ...intent, [`metadata[${'k'.repeat(41)}]`]: 'x' },
      { param: 'metadata', message: /keys can have up to 40 characters.* 41 characters/ },
    ],
    [
      'a value of metadata with 501 characters',
      intents,
      { ...intent, ...longList(1, 'v'.repeat(501)) },
      { param: 'metadata', message: /values can have up to 500 characters.* 501 characters/ },
    ],
    [
      'two parameters that exclude each other',
      intents,
      { ...intent, 'automatic_payment_methods[enabled]': 'true', confirmation_method: 'manual' },
      { message: /^You may only specify one of these parameters: automatic_payment_methods, conf/ },
    ],
    [
      'a refund of both a charge and an intent',
      '/v1/refunds',
      { payment_intent: 'pi_1', charge: 'ch_1' },
      { message: /^You may only specify one of these parameters: charge, payment_intent\.$/ },
    ],
    [
      'a parameter that needs confirm',
      intents,
      { ...intent, return_url: 'https://salon.example/' },
      { param: 'return_url', message: /confirm=true/ },
    ],
    ['unknown in JSON', '/v2/core/accounts', { name: 'Oasis' }, unknown('name')],
    [
      'text instead of a boolean in JSON',
      '/v2/core/accounts',
      { configuration: { merchant: { capabilities: { card_payments: { requested: 'true' } } } } },
      {
        param: 'configuration.merchant.capabilities.card_payments.requested',
        message: /^Invalid boolean: true$/,
      },
    ],
    [
      'a dashboard that does not exist',
      '/v2/core/accounts',
      { dashboard: 'some' },
      { param: 'dashboard', message: /must be one of express, full, or none/ },
    ],
    [
      'a field to include that does not exist',
      '/v2/core/accounts',
      { include: ['merchant'] },
      { param: 'include.0', message: /must be one of configuration\.customer/ },
    ],
  ]
  for (const [what, path, body, { message, ...expected }] of refused) {
    const before = fakeStripe.invalidRequests.length
    const method = path.includes('?') ? 'GET' : 'POST'
    const error = await send(path, body, {}, method)
    assert.match(error?.message ?? '', message, what)
    assert.partialDeepStrictEqual(
      error,
      { status: 400, type: 'invalid_request_error', ...expected },
      what,
    )
    assert.deepEqual(
      fakeStripe.invalidRequests.slice(before),
      [`${method} ${path.split('?')[0]}: ${error?.message}`],
      what,
    )
  }
  assert.equal(fakeStripe.paymentIntents().length, 0)

  const recorded = fakeStripe.invalidRequests.length
  const version = await send(intents, intent, { 'stripe-version': '2024-04-10' })
  assert.match(version?.message ?? '', /^Invalid Stripe API version: 2024-04-10/)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  assert.match((await send('/v2/core/accounts', {}, form))?.message ?? '', /content type/)
  const key = await send(intents, intent, { 'idempotency-key': 'k'.repeat(256) })
  assert.match(key?.message ?? '', /up to 255 characters/)
  assert.equal(fakeStripe.invalidRequests.length, recorded + 3)
  fakeStripe.reset()
  assert.equal(fakeStripe.invalidRequests.length, recorded + 3)
})

const unknown = (param: string) => ({
  param,
  code: 'parameter_unknown',
  message: RegExp(`^Received unknown parameter: ${RegExp.escape(param)}$`),
})

const missing = (param: string) => ({
  param,
  code: 'parameter_missing',
  message: RegExp(`^Missing required param: ${RegExp.escape(param)}\\.$`),
})

test('a request that Stripe refuses because of its values is refused, and not recorded', async (t) => {
  const { fakeStripe, account, send } = await open(t)
  const link = (refresh_url: string, return_url = 'https://salon.example/') => ({
    account,
    use_case: { type: 'account_onboarding', account_onboarding: { refresh_url, return_url } },
  })
  const refused: [string, object, { param: string; code?: string }][] = [
    [intents, { ...intent, currency: 'eurr' }, { param: 'currency' }],
    [intents, { ...intent, currency: 'xau' }, { param: 'currency' }],
    [intents, { ...intent, application_fee_amount: '0' }, { param: 'application_fee_amount' }],
    [intents, { ...intent, application_fee_amount: '1001' }, { param: 'application_fee_amount' }],
    ['/v1/customers', { email: 'lucia@example' }, { param: 'email', code: 'email_invalid' }],
    ['/v1/customers', { email: `${'l'.repeat(512)}@a.es` }, { param: 'email' }],
    ['/v2/core/accounts', { contact_email: 'oasis' }, { param: 'contact_email' }],
    ['/v1/webhook_endpoints', { ...endpoint, url: 'ftp://a.example/' }, { param: 'url' }],
    [
      '/v2/core/account_links',
      link('http://salon.example/'),
      { param: 'use_case.account_onboarding.refresh_url', code: 'url_invalid' },
    ],
    [
      '/v2/core/account_links',
      link('https://salon.example/', 'javascript:alert(1)'),
      { param: 'use_case.account_onboarding.return_url', code: 'url_invalid' },
    ],
    [
      '/v2/core/account_links',
      { account, use_case: { type: 'account_onboarding' } },
      { param: 'use_case.account_onboarding' },
    ],
  ]
  for (const [path, body, expected] of refused)
    assert.partialDeepStrictEqual(
      await send(path, body),
      { status: 400, type: 'invalid_request_error', ...expected },
      JSON.stringify(body),
    )
  assert.equal(await send('/v2/core/account_links', link('http://127.0.0.1:3000/')), null)
  assert.deepEqual(fakeStripe.invalidRequests, [])
})

test('an application fee needs the account of a salon, and its refund a charge with a fee', async (t) => {
  const { fakeStripe, stripe, salon } = await open(t)
  const withFee = { amount: 1000, currency: 'eur', application_fee_amount: 50 }
  await assert.rejects(stripe.paymentIntents.create(withFee), {
    param: 'application_fee_amount',
    message: /^Can only apply an application_fee_amount when/,
  })
  assert.equal(fakeStripe.invalidRequests.length, 1)
  const plain = await stripe.paymentIntents.create({ amount: 1000, currency: 'eur' }, salon)
  const charged = await stripe.paymentIntents.create(withFee, salon)
  for (const { id } of [plain, charged]) fakeStripe.pay(id)
  const refund = (payment_intent: string) =>
    stripe.refunds.create({ payment_intent, refund_application_fee: true }, salon)
  await assert.rejects(refund(plain.id), { message: /but it has no application fee$/ })
  assert.equal((await refund(charged.id)).status, 'succeeded')
})

test('metadata is changed by key, and an empty value deletes a key', async (t) => {
  const { stripe } = await open(t)
  const { id } = await stripe.webhookEndpoints.create({
    url: endpoint.url,
    enabled_events: ['charge.refunded'],
    metadata: { a: '1', b: '2' },
  })
  const change = async (metadata: Record<string, string> | '') =>
    (await stripe.webhookEndpoints.update(id, { metadata })).metadata
  assert.deepEqual(await change({ a: '', c: '3' }), { b: '2', c: '3' })
  assert.deepEqual(await change(''), {})
})
