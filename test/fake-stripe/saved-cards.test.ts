import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openFakeStripe } from './open-fake-stripe.ts'

const cards = {
  authenticatedOnce: '4000002500003155',
  authenticatedEachTime: '4000002760003184',
  savesThenDeclines: '4000000000000341',
  declined: '4000000000000002',
}

async function openCards(t: Parameters<typeof openFakeStripe>[0]) {
  const opened = await openFakeStripe(t)
  const { fakeStripe, stripe, account, salon } = opened
  const customer = (await stripe.customers.create({ name: 'Lucía' }, salon)).id
  const setup = () =>
    stripe.setupIntents.create(
      { customer, usage: 'off_session', allowed_payment_method_types: ['card'] },
      salon,
    )
  const save = async (card?: string) => {
    const { id } = await setup()
    if (fakeStripe.saveCard(id, card).status === 'requires_action') fakeStripe.settleSetup(id)
    return String((await stripe.setupIntents.retrieve(id, {}, salon)).payment_method)
  }
  const charge = (payment_method: string, of = customer) =>
    stripe.paymentIntents.create(
      {
        ...{ amount: 1850, currency: 'eur', customer: of, payment_method },
        ...{ off_session: true, confirm: true, expand: ['latest_charge'] },
      },
      salon,
    )
  const events = () => fakeStripe.events(account).map(({ type }) => type)
  return { ...opened, customer, setup, save, charge, events }
}

test('a card is saved for its customer, and charged without them', async (t) => {
  const { fakeStripe, stripe, salon, customer, setup, charge, events } = await openCards(t)
  const { id, status, client_secret } = await setup()
  assert.equal(status, 'requires_payment_method')
  fakeStripe.saveCard(String(client_secret), '5555555555554444', { month: 2, year: 2031 })
  const saved = await stripe.setupIntents.retrieve(id, { expand: ['payment_method'] }, salon)
  assert.equal(saved.status, 'succeeded')
  assert.partialDeepStrictEqual(saved.payment_method, {
    customer,
    card: { brand: 'mastercard', last4: '4444', exp_month: 2, exp_year: 2031 },
  })
  assert.deepEqual(events().slice(-2), ['payment_method.attached', 'setup_intent.succeeded'])

  const card = typeof saved.payment_method === 'object' ? saved.payment_method?.id : null
  const paid = await charge(String(card))
  assert.deepEqual([paid.status, paid.amount_received], ['succeeded', 1850])
  assert.equal(paid.payment_method, card)
  const other = await stripe.customers.create({}, salon)
  await assert.rejects(charge(String(card), other.id), {
    message: /does not have a payment method/,
  })
  await assert.rejects(stripe.setupIntents.cancel(id, {}, salon), {
    code: 'setup_intent_unexpected_state',
  })
  assert.equal(fakeStripe.charges().length, 1)
})

test('a card that its bank authenticates once is charged; one that it always does is not', async (t) => {
  const { fakeStripe, stripe, account, salon, save, charge } = await openCards(t)
  assert.equal((await charge(await save(cards.authenticatedOnce))).status, 'succeeded')
  const always = await save(cards.authenticatedEachTime)
  await assert.rejects(charge(always), (error: object) => {
    assert.partialDeepStrictEqual(
      { ...error },
      {
        ...{ statusCode: 402, code: 'authentication_required' },
        ...{ decline_code: 'authentication_required', payment_method: { id: always } },
        payment_intent: { status: 'requires_payment_method' },
      },
    )
    return true
  })
  const { id = '' } = fakeStripe.paymentIntents(account).at(-1) ?? {}
  const failed = await stripe.paymentIntents.retrieve(id, {}, salon)
  assert.equal(failed.last_payment_error?.code, 'authentication_required')

  const again = await stripe.paymentIntents.confirm(id, { payment_method: always }, salon)
  assert.equal(again.status, 'requires_action', 'the customer is there now')
  fakeStripe.settle(id)
  assert.equal((await stripe.paymentIntents.retrieve(id, {}, salon)).amount_received, 1850)
  assert.equal(fakeStripe.charges(account).filter(({ paid }) => paid).length, 2)
})

test('a card can be declined when it is saved, when it is charged, and after it was detached', async (t) => {
  const { fakeStripe, stripe, salon, setup, save, charge, events } = await openCards(t)
  const { id } = await setup()
  assert.deepEqual(fakeStripe.saveCard(id, cards.declined), {
    status: 'requires_payment_method',
    declineCode: 'generic_decline',
  })
  assert.equal(events().at(-1), 'setup_intent.setup_failed')
  fakeStripe.saveCard(id, cards.authenticatedOnce)
  assert.equal(fakeStripe.settleSetup(id, false).declineCode, 'setup_intent_authentication_failure')
  assert.equal(fakeStripe.saveCard(id).status, 'succeeded', 'another card may be saved')

  await assert.rejects(charge(await save(cards.savesThenDeclines)), { code: 'card_declined' })
  const card = await save()
  assert.equal((await stripe.paymentMethods.detach(card, {}, salon)).customer, null)
  assert.equal(events().at(-1), 'payment_method.detached')
  await assert.rejects(charge(card), { message: /does not have a payment method/ })
  await assert.rejects(stripe.paymentMethods.detach(card, {}, salon), { message: /not attached/ })
  await assert.rejects(stripe.paymentMethods.retrieve(card), { code: 'resource_missing' })
})

test('a setup intent that is cancelled saves no card', async (t) => {
  const { fakeStripe, stripe, salon, customer, setup, events } = await openCards(t)
  const { id } = await setup()
  assert.equal((await stripe.setupIntents.cancel(id, {}, salon)).status, 'canceled')
  assert.equal(events().at(-1), 'setup_intent.canceled')
  assert.throws(() => fakeStripe.saveCard(id), { message: /status of canceled/ })
  const second = await setup()
  const { data } = await stripe.setupIntents.list({ customer }, salon)
  assert.deepEqual(
    data.map((one) => one.id),
    [second.id, id],
  )
})

test('a payment can save its card for later ones', async (t) => {
  const { fakeStripe, stripe, salon, customer, charge } = await openCards(t)
  const pay = async (setup_future_usage?: 'off_session') => {
    const { id } = await stripe.paymentIntents.create(
      { amount: 555, currency: 'eur', customer, ...(setup_future_usage && { setup_future_usage }) },
      salon,
    )
    fakeStripe.pay(id)
    return String((await stripe.paymentIntents.retrieve(id, {}, salon)).payment_method)
  }
  await assert.rejects(charge(await pay()), { message: /must be attached/ })
  assert.equal((await charge(await pay('off_session'))).status, 'succeeded')
})

test('domains of wallets are registered once for each account', async (t) => {
  const { stripe, salon } = await openFakeStripe(t)
  const register = (domain_name: string) =>
    stripe.paymentMethodDomains.create({ domain_name }, salon)
  const { id, apple_pay } = await register('salon.example')
  assert.equal(apple_pay.status, 'active')
  assert.equal((await register('Salon.example')).id, id)
  await stripe.paymentMethodDomains.update(id, { enabled: false }, salon)
  const list = async (enabled: boolean) =>
    (await stripe.paymentMethodDomains.list({ enabled }, salon)).data.map((one) => one.domain_name)
  assert.deepEqual([await list(true), await list(false)], [[], ['salon.example']])
  assert.deepEqual((await stripe.paymentMethodDomains.list()).data, [])
  await assert.rejects(register('https://salon.example/'), { param: 'domain_name' })
})
