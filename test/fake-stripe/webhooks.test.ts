import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type FakeStripeOptions, startFakeStripe } from '@silla/fake-stripe'
import { openFakeStripe } from './open-fake-stripe.ts'

test('a Connect endpoint receives the events of all accounts, signed with a secret shown once', async (t) => {
  const { fakeStripe, stripe, account, salon, received, endpoint } = await openEndpoint(t)
  const { id } = await stripe.paymentIntents.create({ amount: 1000, currency: 'eur' }, salon)
  fakeStripe.pay(id)
  await fakeStripe.webhooks.settled()
  assert.deepEqual(received.map(({ type }) => type).sort(), [
    'charge.succeeded',
    'payment_intent.succeeded',
  ])
  for (const { body, signature } of received) {
    const event = stripe.webhooks.constructEvent(body, signature, endpoint.secret ?? '')
    assert.deepEqual(
      [event.account, event.livemode, event.api_version],
      [account, false, '2026-10-28.endive'],
    )
    assert.throws(() =>
      stripe.webhooks.constructEvent(`${body} `, signature, endpoint.secret ?? ''),
    )
  }
  assert.equal((await stripe.webhookEndpoints.list()).data[0]?.secret, undefined)
  const listed = await stripe.events.list({ type: 'payment_intent.succeeded' }, salon)
  assert.match(JSON.stringify(listed.data), new RegExp(id))
})

test('a disabled, unsubscribed or deleted endpoint receives no events', async (t) => {
  const { fakeStripe, stripe, account, received, endpoint } = await openEndpoint(t)
  const changed = await stripe.webhookEndpoints.update(endpoint.id, { disabled: true })
  assert.equal(changed.status, 'disabled')
  fakeStripe.setCardPayments(account, 'pending')
  await stripe.webhookEndpoints.update(endpoint.id, {
    disabled: false,
    enabled_events: ['charge.refunded'],
  })
  fakeStripe.setCardPayments(account, 'active')
  await stripe.webhookEndpoints.del(endpoint.id)
  assert.deepEqual((await stripe.webhookEndpoints.list()).data, [])
  fakeStripe.deauthorize(account)
  await fakeStripe.webhooks.settled()
  assert.deepEqual(received, [])
})

test('a destination of v2 receives thin events, which name the account only', async (t) => {
  const { fakeStripe, stripe, account, received, endpoint } = await openEndpoint(t)
  const enabledEvents = ['v2.core.account[configuration.merchant].capability_status_updated']
  const created = await stripe.v2.core.eventDestinations.create({
    name: 'accounts',
    type: 'webhook_endpoint',
    webhook_endpoint: { url: endpoint.url },
    event_payload: 'thin',
    events_from: ['@accounts'],
    enabled_events: ['v2.core.account.closed'],
    include: ['webhook_endpoint.signing_secret'],
  })
  await stripe.webhookEndpoints.del(endpoint.id)
  fakeStripe.setCardPayments(account, 'pending')
  await stripe.v2.core.eventDestinations.update(created.id, { enabled_events: enabledEvents })
  fakeStripe.setCardPayments(account, 'active')
  await fakeStripe.webhooks.settled()
  const [delivery] = received
  assert.ok(delivery && received.length === 1)
  const secret = created.webhook_endpoint?.signing_secret ?? ''
  const event = stripe.parseEventNotification(delivery.body, delivery.signature, secret)
  assert.deepEqual(
    [event.type, JSON.parse(delivery.body).related_object.id],
    [enabledEvents[0], account],
  )
  const listed = await stripe.v2.core.eventDestinations.list({ include: ['webhook_endpoint.url'] })
  assert.deepEqual(
    listed.data.map(({ id, webhook_endpoint: target }) => [id, target]),
    [[created.id, { signing_secret: null, url: endpoint.url }]],
  )
  await stripe.v2.core.eventDestinations.del(created.id)
  fakeStripe.setCardPayments(account, 'pending')
  await fakeStripe.webhooks.settled()
  assert.equal(received.length, 1)
})

test('a delivery is retried until the endpoint returns 2xx', async (t) => {
  const { fakeStripe, received, statuses } = await openEndpoint(t)
  statuses.push(500, 503, 200)
  fakeStripe.deauthorize(fakeStripe.addAccount().id)
  await fakeStripe.webhooks.settled()
  assert.equal(received.length, 3)
  assert.equal(new Set(received.map(({ id }) => id)).size, 1)
})

test('events can be held, reordered, duplicated, dropped and sent again', async (t) => {
  const { fakeStripe, account, received } = await openEndpoint(t)
  const emitEvent = () => fakeStripe.setCardPayments(account, 'active')
  const ids = () => fakeStripe.events(account).map(({ id }) => id)
  const receivedIds = () => received.splice(0).map(({ id }) => id)

  fakeStripe.webhooks.hold()
  for (const _ of [1, 2, 3]) emitEvent()
  await fakeStripe.webhooks.settled()
  assert.deepEqual(receivedIds(), [])
  assert.deepEqual(await fakeStripe.webhooks.release('backwards'), [200, 200, 200])
  assert.deepEqual(receivedIds(), ids().toReversed())

  fakeStripe.webhooks.duplicate(5)
  emitEvent()
  await fakeStripe.webhooks.settled()
  assert.deepEqual(receivedIds(), Array(5).fill(ids().at(-1)))

  fakeStripe.webhooks.duplicate(1)
  fakeStripe.webhooks.drop()
  emitEvent()
  await fakeStripe.webhooks.settled()
  assert.deepEqual(receivedIds(), [])
  assert.deepEqual(await fakeStripe.webhooks.deliver(ids().at(-1) ?? '', 2), [200, 200])
  assert.deepEqual(receivedIds(), Array(2).fill(ids().at(-1)))
})

test('a pending delivery is sent after a restart', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'silla-fake-stripe-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const stateFile = join(folder, 'state.json')
  const { fakeStripe, account, received, statuses } = await openEndpoint(t, {
    stateFile,
    retryDelaysMs: [60_000],
  })
  statuses.push(500)
  fakeStripe.setCardPayments(account, 'restricted')
  await fakeStripe.stop()
  statuses.length = 0
  received.length = 0
  const second = await startFakeStripe({ stateFile })
  t.after(() => second.stop())
  await second.webhooks.settled()
  assert.deepEqual(
    received.map(({ type }) => type),
    ['account.updated'],
  )
})

/**
 * A fake Stripe with a webhook endpoint, which returns the HTTP statuses of `statuses`, then 200.
 */
async function openEndpoint(t: TestContext, options: FakeStripeOptions = {}) {
  const opened = await openFakeStripe(t, options)
  const received: { id: string; type: string; body: string; signature: string }[] = []
  const statuses: number[] = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const { id, type } = JSON.parse(body)
    received.push({ id, type, body, signature: String(request.headers['stripe-signature']) })
    response.writeHead(statuses.shift() ?? 200).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as { port: number }
  const endpoint = await opened.stripe.webhookEndpoints.create({
    url: `http://127.0.0.1:${port}/`,
    connect: true,
    api_version: '2026-10-28.endive',
    enabled_events: [
      'charge.succeeded',
      'payment_intent.succeeded',
      'account.updated',
      'account.application.deauthorized',
    ],
  })
  return { ...opened, received, statuses, endpoint }
}
