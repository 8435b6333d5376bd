import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openFakeStripe, stripeClient } from './open-fake-stripe.ts'

const tenEuros = { amount: 1000, currency: 'eur' }

test('a test card pays an intent, with a charge, a receipt and refunds', async (t) => {
  const { fakeStripe, stripe, salon } = await openFakeStripe(t)
  const customer = await stripe.customers.create(
    { email: 'lucia@example.com', metadata: { row: '7' } },
    salon,
  )
  const intent = await stripe.paymentIntents.create(
    {
      amount: 1850,
      currency: 'eur',
      customer: customer.id,
      application_fee_amount: 50,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      metadata: { booking: '12' },
    },
    salon,
  )
  assert.deepEqual(
    [intent.status, intent.livemode, intent.amount_received],
    ['requires_payment_method', false, 0],
  )

  assert.deepEqual(fakeStripe.pay(intent.client_secret ?? ''), {
    status: 'succeeded',
    declineCode: null,
  })
  const paid = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] }, salon)
  assert.equal(paid.amount_received, 1850)
  assert.ok(typeof paid.latest_charge === 'object' && paid.latest_charge !== null)
  assert.match(await (await fetch(paid.latest_charge.receipt_url ?? '')).text(), /18\.50 EUR/)
  await assert.rejects(stripe.paymentIntents.cancel(intent.id, {}, salon), {
    code: 'payment_intent_unexpected_state',
  })

  const refund = await stripe.refunds.create({ payment_intent: intent.id, amount: 1000 }, salon)
  assert.deepEqual([refund.status, refund.amount], ['succeeded', 1000])
  const tooMuch = stripe.refunds.create({ payment_intent: intent.id, amount: 851 }, salon)
  await assert.rejects(tooMuch, { type: 'StripeInvalidRequestError', param: 'amount' })
  await stripe.refunds.create({ payment_intent: intent.id }, salon)
  const again = stripe.refunds.create({ payment_intent: intent.id }, salon)
  await assert.rejects(again, { code: 'charge_already_refunded' })
  const charge = await stripe.charges.retrieve(paid.latest_charge.id, {}, salon)
  assert.deepEqual([charge.refunded, charge.amount_refunded], [true, 1850])
  assert.equal((await stripe.refunds.list({ payment_intent: intent.id }, salon)).data.length, 2)
})

test('after a declined card the intent accepts another card', async (t) => {
  const { fakeStripe, stripe, salon } = await openFakeStripe(t)
  const { id } = await stripe.paymentIntents.create(tenEuros, salon)
  await assert.rejects(
    stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa_chargeDeclined' }, salon),
    {
      type: 'StripeCardError',
      code: 'card_declined',
      decline_code: 'generic_decline',
    },
  )
  assert.equal(fakeStripe.pay(id, '4000 0000 0000 9995').declineCode, 'insufficient_funds')
  const declined = await stripe.paymentIntents.retrieve(id, {}, salon)
  assert.equal(declined.status, 'requires_payment_method')
  assert.equal(declined.last_payment_error?.message, 'Your card has insufficient funds.')
  assert.equal(fakeStripe.pay(id, '4000002500003155').status, 'requires_action')
  assert.equal(fakeStripe.settle(id, false).declineCode, 'payment_intent_authentication_failure')
  assert.equal(fakeStripe.pay(id, 'processing').status, 'processing')
  assert.equal(fakeStripe.settle(id).status, 'succeeded')
  assert.deepEqual(
    fakeStripe.charges().map(({ status }) => status),
    ['failed', 'failed', 'failed', 'succeeded'],
  )
})

test("amounts below the currency's minimum are rejected", async (t) => {
  const { stripe, salon } = await openFakeStripe(t)
  for (const [currency, minimum] of [
    ['eur', 50],
    ['usd', 50],
    ['gbp', 30],
    ['aed', 200],
  ] as const) {
    const tooLittle = stripe.paymentIntents.create({ amount: minimum - 1, currency }, salon)
    await assert.rejects(tooLittle, { code: 'amount_too_small', param: 'amount' })
    await stripe.paymentIntents.create({ amount: minimum, currency }, salon)
  }
})

test('objects of an account do not exist for another account or for the platform', async (t) => {
  const { fakeStripe, stripe, account, salon } = await openFakeStripe(t)
  const other = { stripeAccount: fakeStripe.addAccount().id }
  const { id } = await stripe.paymentIntents.create(tenEuros, salon)
  for (const elsewhere of [other, {}])
    await assert.rejects(stripe.paymentIntents.retrieve(id, {}, elsewhere), {
      statusCode: 404,
      code: 'resource_missing',
    })
  assert.equal((await stripe.paymentIntents.list({}, other)).data.length, 0)
  const unknownAccount = stripe.paymentIntents.list({}, { stripeAccount: 'acct_nobody' })
  await assert.rejects(unknownAccount, { statusCode: 403, code: 'account_invalid' })
  await stripe.oauth.deauthorize({ client_id: 'ca_1', stripe_user_id: account })
  await assert.rejects(stripe.paymentIntents.retrieve(id, {}, salon), {
    statusCode: 403,
    code: 'account_invalid',
  })
  await assert.rejects(stripeClient(fakeStripe, 'sk_test_wrong').balance.retrieve(), {
    type: 'StripeAuthenticationError',
  })
})

test('an idempotency key repeats its response, and only for the same request', async (t) => {
  const { fakeStripe, stripe, account, salon } = await openFakeStripe(t)
  const key = { ...salon, idempotencyKey: 'intent-1' }
  const first = await stripe.paymentIntents.create(tenEuros, key)
  const again = await stripe.paymentIntents.create(tenEuros, key)
  assert.equal(again.id, first.id)
  assert.equal(again.lastResponse.headers['idempotent-replayed'], 'true')
  assert.equal(fakeStripe.paymentIntents().length, 1)
  await assert.rejects(stripe.paymentIntents.create({ amount: 999, currency: 'eur' }, key), {
    type: 'StripeIdempotencyError',
    statusCode: 400,
  })
  const elsewhere = { stripeAccount: fakeStripe.addAccount().id, idempotencyKey: 'intent-1' }
  assert.notEqual((await stripe.paymentIntents.create(tenEuros, elsewhere)).id, first.id)
  assert.deepEqual(
    fakeStripe.calls
      .filter((call) => call.account === account)
      .map(({ isReplay, status }) => [isReplay, status]),
    [
      [false, 200],
      [true, 200],
      [false, 400],
    ],
  )
})

test('lists are paginated, newest first, and filter by creation time', async (t) => {
  let second = 1_900_000_000
  const { stripe, salon } = await openFakeStripe(t, {
    clock: { now: () => new Date(second * 1000) },
  })
  const created: string[] = []
  for (second of [1_900_000_000, 1_900_000_010, 1_900_000_020])
    created.unshift((await stripe.paymentIntents.create(tenEuros, salon)).id)
  const all: string[] = []
  for await (const { id } of stripe.paymentIntents.list({ limit: 1 }, salon)) all.push(id)
  assert.deepEqual(all, created)
  const recent = await stripe.paymentIntents.list({ created: { gte: 1_900_000_010 } }, salon)
  assert.deepEqual(
    recent.data.map(({ id }) => id),
    created.slice(0, 2),
  )
})

test('a connected account can charge cards after its onboarding', async (t) => {
  const { stripe } = await openFakeStripe(t)
  const account = await stripe.v2.core.accounts.create({
    display_name: 'Oasis',
    contact_email: 'hello@oasis.example',
    identity: { country: 'ae' },
    configuration: { merchant: { capabilities: { card_payments: { requested: true } } } },
    include: ['configuration.merchant'],
  })
  const capability = async () => {
    const read = await stripe.v2.core.accounts.retrieve(account.id, {
      include: ['configuration.merchant'],
    })
    return read.configuration?.merchant?.capabilities?.card_payments?.status
  }
  assert.equal(account.configuration?.merchant?.capabilities?.card_payments?.status, 'restricted')
  assert.equal((await stripe.v2.core.accounts.retrieve(account.id)).configuration, null)
  const early = stripe.paymentIntents.create(tenEuros, { stripeAccount: account.id })
  await assert.rejects(early, { type: 'StripeInvalidRequestError' })

  const onboarding = {
    refresh_url: 'https://oasis.example/again',
    return_url: 'https://oasis.example/done',
  }
  const link = await stripe.v2.core.accountLinks.create({
    account: account.id,
    use_case: { type: 'account_onboarding', account_onboarding: onboarding },
  })
  assert.match(await (await fetch(link.url)).text(), /Connect Oasis/)
  const followed = async (method: string, body?: URLSearchParams) =>
    (await fetch(link.url, { method, redirect: 'manual', ...(body && { body }) })).headers.get(
      'location',
    )
  const requested = async () => {
    const { requirements } = await stripe.v2.core.accounts.retrieve(account.id, {
      include: ['requirements'],
    })
    return requirements?.entries?.map((entry) => [entry.description, entry.awaiting_action_from])
  }
  assert.equal((await requested())?.length, 5)
  assert.equal(await followed('GET'), onboarding.refresh_url)
  const leave = new URLSearchParams({ outcome: 'incomplete' })
  assert.equal(await followed('POST', leave), onboarding.return_url)
  assert.deepEqual(await requested(), [['external_account', 'user']])
  assert.equal(await followed('POST'), onboarding.return_url)
  assert.deepEqual([await capability(), await requested()], ['active', []])
  await stripe.paymentIntents.create(tenEuros, { stripeAccount: account.id })
})

test('a customer pays in a browser, on the checkout page or on a page of the salon', async (t) => {
  const { fakeStripe, stripe, account, salon } = await openFakeStripe(t)
  const shown = await stripe.paymentIntents.create(tenEuros, salon)
  const page = `${fakeStripe.url}/pay/${shown.client_secret}`
  assert.match(await (await fetch(page)).text(), /Pay 10\.00 EUR/)
  const submit = async (card: string) =>
    (await fetch(page, { method: 'POST', body: new URLSearchParams({ card }) })).text()
  assert.match(await submit('4000000000000002'), /Your card was declined/)
  assert.match(await submit('4242 4242 4242 4242'), /Paid/)

  const { id, client_secret } = await stripe.paymentIntents.create(tenEuros, salon)
  const confirm = (clientSecret: string) =>
    fetch(`${fakeStripe.url}/v1/payment_intents/${id}/confirm`, {
      method: 'POST',
      body: new URLSearchParams({
        key: fakeStripe.publishableKey,
        _stripe_account: account,
        client_secret: clientSecret,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': '4242424242424242',
      }),
    })
  const preflight = await fetch(`${fakeStripe.url}/v1/payment_intents/${id}/confirm`, {
    method: 'OPTIONS',
  })
  assert.deepEqual(
    [preflight.status, preflight.headers.get('access-control-allow-origin')],
    [204, '*'],
  )
  assert.equal((await confirm('guessed')).status, 404)
  const confirmed = await confirm(client_secret ?? '')
  assert.equal(confirmed.headers.get('access-control-allow-origin'), '*')
  assert.match(await confirmed.text(), /"status": "succeeded"/)
  const forbidden = stripeClient(fakeStripe, fakeStripe.publishableKey).paymentIntents.list(
    {},
    salon,
  )
  await assert.rejects(forbidden, { statusCode: 403 })
})
