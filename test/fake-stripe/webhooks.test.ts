import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type FakeStripeOptions, startFakeStripe } from '@silla/fake-stripe'
import { openDouble } from './open-double.ts'

test('an endpoint of Connect hears of every account, signed with a secret that is told once', async (t) => {
  const { double, stripe, account, salon, heard, endpoint } = await openEndpoint(t)
  const { id } = await stripe.paymentIntents.create({ amount: 1000, currency: 'eur' }, salon)
  double.pay(id)
  await double.webhooks.settled()
  assert.deepEqual(heard.map(({ type }) => type).sort(), [
    'charge.succeeded',
    'payment_intent.succeeded',
  ])
  for (const { body, signature } of heard) {
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

test('an endpoint that is switched off or gone hears nothing', async (t) => {
  const { double, stripe, account, heard, endpoint } = await openEndpoint(t)
  const changed = await stripe.webhookEndpoints.update(endpoint.id, { disabled: true })
  assert.equal(changed.status, 'disabled')
  double.setCardPayments(account, 'pending')
  await stripe.webhookEndpoints.update(endpoint.id, {
    disabled: false,
    enabled_events: ['charge.refunded'],
  })
  double.setCardPayments(account, 'active')
  await stripe.webhookEndpoints.del(endpoint.id)
  assert.deepEqual((await stripe.webhookEndpoints.list()).data, [])
  double.deauthorize(account)
  await double.webhooks.settled()
  assert.deepEqual(heard, [])
})

test('an event is brought again until the endpoint takes it', async (t) => {
  const { double, heard, answers } = await openEndpoint(t)
  answers.push(500, 503, 200)
  double.deauthorize(double.addAccount().id)
  await double.webhooks.settled()
  assert.equal(heard.length, 3)
  assert.equal(new Set(heard.map(({ id }) => id)).size, 1)
})

test('events can be held, turned round, doubled, dropped and brought again', async (t) => {
  const { double, account, heard } = await openEndpoint(t)
  const happens = () => double.setCardPayments(account, 'active')
  const ids = () => double.events(account).map(({ id }) => id)
  const heardIds = () => heard.splice(0).map(({ id }) => id)

  double.webhooks.hold()
  for (const _ of [1, 2, 3]) happens()
  await double.webhooks.settled()
  assert.deepEqual(heardIds(), [])
  assert.deepEqual(await double.webhooks.release('backwards'), [200, 200, 200])
  assert.deepEqual(heardIds(), ids().toReversed())

  double.webhooks.duplicate(5)
  happens()
  await double.webhooks.settled()
  assert.deepEqual(heardIds(), Array(5).fill(ids().at(-1)))

  double.webhooks.duplicate(1)
  double.webhooks.drop()
  happens()
  await double.webhooks.settled()
  assert.deepEqual(heardIds(), [])
  assert.deepEqual(await double.webhooks.deliver(ids().at(-1) ?? '', 2), [200, 200])
  assert.deepEqual(heardIds(), Array(2).fill(ids().at(-1)))
})

test('an event that had not arrived is brought after a restart', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'silla-double-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const stateFile = join(folder, 'double.json')
  const { double, account, heard, answers } = await openEndpoint(t, {
    stateFile,
    retryDelaysMs: [60_000],
  })
  answers.push(500)
  double.setCardPayments(account, 'restricted')
  await double.stop()
  answers.length = 0
  heard.length = 0
  const second = await startFakeStripe({ stateFile })
  t.after(() => second.stop())
  await second.webhooks.settled()
  assert.deepEqual(
    heard.map(({ type }) => type),
    ['account.updated'],
  )
})

/**
 * A double, and somebody who listens for its events; `answers` are used up first, then it is 200.
 */
async function openEndpoint(t: TestContext, options: FakeStripeOptions = {}) {
  const opened = await openDouble(t, options)
  const heard: { id: string; type: string; body: string; signature: string }[] = []
  const answers: number[] = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const { id, type } = JSON.parse(body)
    heard.push({ id, type, body, signature: String(request.headers['stripe-signature']) })
    response.writeHead(answers.shift() ?? 200).end()
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
  return { ...opened, heard, answers, endpoint }
}
