import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openFakeStripe } from './open-fake-stripe.ts'

const tenEuros = { amount: 1000, currency: 'eur' }

test('the script and its modules may be loaded by pages of any origin', async (t) => {
  const { fakeStripe } = await openFakeStripe(t)
  for (const path of [
    '/stripe.js',
    '/browser/card-form.js',
    '/browser/texts.js',
    '/browser/wallet-buttons.js',
  ]) {
    const response = await fetch(`${fakeStripe.url}${path}`)
    assert.equal(response.status, 200, path)
    assert.match(response.headers.get('content-type') ?? '', /^text\/javascript/)
    assert.equal(response.headers.get('access-control-allow-origin'), '*')
    assert.equal(response.headers.get('cross-origin-resource-policy'), 'cross-origin')
    assert.ok((await response.text()).length > 500)
  }
  for (const path of ['/browser/stripe.js', '/browser/..%2fpackage.json', '/browser/'])
    assert.notEqual((await fetch(`${fakeStripe.url}${path}`)).status, 200, path)
})

test('elements begin with the publishable key and an account that the platform may use', async (t) => {
  const { fakeStripe, account } = await openFakeStripe(t)
  const statusOf = async (params: Record<string, string>) => {
    const query = new URLSearchParams(params)
    return (await fetch(`${fakeStripe.url}/v1/elements/sessions?${query}`)).status
  }
  const { publishableKey: key, secretKey } = fakeStripe
  assert.equal(await statusOf({ key, _stripe_account: account }), 200)
  assert.equal(await statusOf({ key }), 200)
  assert.equal(await statusOf({}), 401)
  assert.equal(await statusOf({ key: secretKey }), 401)
  assert.equal(await statusOf({ key, _stripe_account: 'acct_other' }), 403)
})

test('wallets are offered at domains that are registered for the account and verified, and on this machine', async (t) => {
  const { fakeStripe, stripe, account, salon } = await openFakeStripe(t)
  const walletsAt = async (origin: string) => {
    const query = new URLSearchParams({
      key: fakeStripe.publishableKey,
      _stripe_account: account,
    })
    const url = `${fakeStripe.url}/v1/elements/sessions?${query}`
    const session = await (await fetch(url, { headers: { origin } })).json()
    return (session as { wallets: string[] }).wallets.length
  }
  assert.equal(await walletsAt('http://127.0.0.1:3000'), 2)
  assert.equal(await walletsAt('https://salon.example'), 0)
  fakeStripe.unreachableDomains.add('salon.example')
  const { id } = await stripe.paymentMethodDomains.create({ domain_name: 'salon.example' }, salon)
  assert.equal(await walletsAt('https://salon.example'), 0)
  fakeStripe.unreachableDomains.clear()
  const validated = await stripe.paymentMethodDomains.validate(id, {}, salon)
  assert.equal(validated.apple_pay.status, 'active')
  assert.equal(await walletsAt('https://salon.example'), 2)
  assert.equal(await walletsAt('https://www.salon.example'), 0)
})

test('the page of a bank returns only to the web, and answers once', async (t) => {
  const { fakeStripe, stripe, account, salon } = await openFakeStripe(t)
  const { id, client_secret: secret } = await stripe.paymentIntents.create(tenEuros, salon)
  const confirm = async (returnUrl: string) => {
    const response = await fetch(`${fakeStripe.url}/v1/payment_intents/${id}/confirm`, {
      method: 'POST',
      body: new URLSearchParams({
        key: fakeStripe.publishableKey,
        _stripe_account: account,
        client_secret: secret ?? '',
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': '4000000000003063',
        return_url: returnUrl,
      }),
    })
    return ((await response.json()) as { next_action: { redirect_to_url: { url: string } } })
      .next_action.redirect_to_url.url
  }
  const script = await confirm('javascript:alert(1)')
  assert.equal((await fetch(script)).status, 400)
  assert.equal((await stripe.paymentIntents.retrieve(id, {}, salon)).status, 'requires_action')

  const bank = await confirm('https://salon.example/back?lang=en')
  const page = await fetch(bank)
  assert.match(await page.text(), /Do you approve this payment\?/)
  const answer = (bankSays: string) =>
    fetch(bank, {
      method: 'POST',
      body: new URLSearchParams({ bank: bankSays }),
      redirect: 'manual',
    })
  const expected = `https://salon.example/back?lang=en&payment_intent=${id}&payment_intent_client_secret=${secret}&redirect_status=succeeded`
  assert.equal((await answer('yes')).headers.get('location'), expected)
  assert.equal((await answer('no')).headers.get('location'), expected)
  assert.equal((await stripe.paymentIntents.retrieve(id, {}, salon)).status, 'succeeded')
  assert.equal((await fetch(`${fakeStripe.url}/authenticate/pi_1_secret_2`)).status, 404)
})
