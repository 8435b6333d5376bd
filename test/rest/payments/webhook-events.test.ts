import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { checkEvents, setupWebhook, suspendBusiness } from '@silla/core'
import { findingOf } from '../../../cli/src/doctor/messages.ts'
import { openApi, testApi } from '../../support/api.ts'
import { assertError, dataOf } from '../../support/assertions.ts'
import { client } from '../../support/client.ts'
import { testDatabase } from '../../support/database.ts'
import { jobsDatabase, runJobs } from '../../support/jobs.ts'
import { testProcessors } from '../../support/processor.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import { testSecrets } from '../../support/secrets.ts'

/**
 * Posts a body as the processor would, signed with the secret of its endpoint unless given
 * otherwise.
 */
async function brings(
  salon: TestSalon,
  event: unknown,
  how: { secret?: string; secondsAgo?: number; url?: string } = {},
) {
  const { url } = { ...(await testApi()), ...how }
  const body = typeof event === 'string' ? event : JSON.stringify(event)
  const secret = how.secret ?? salon.stripe.fake.endpoints()[0]?.secret ?? ''
  const time = Math.floor(salon.clock.now().getTime() / 1000) - (how.secondsAgo ?? 0)
  const digest = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return client(url, {}).send('/webhooks/processor/', {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': `t=${time},v1=${digest}`,
    },
  })
}

/** A paid booking whose webhook event has not been delivered yet, and the event. */
async function paidUnheard(salon: TestSalon, time = '10:00') {
  const booking = dataOf(await salon.guest.book('Ana', time), 201)
  const intent = await salon.guest.createIntent(booking)
  salon.stripe.pay(intent)
  const event = salon.stripe.fake
    .events(salon.stripe.account)
    .find(
      ({ type, data }) =>
        type === 'payment_intent.succeeded' &&
        (data.object as { id: string }).id === intent.data.payment_intent_id,
    )
  assert.ok(event)
  return {
    booking,
    event,
    pago: async () => dataOf(await salon.backend.get(`/reservas/${booking.id}/`)).pago.estado,
  }
}

async function orphans(eventRef: string) {
  const { witness } = await testDatabase()
  return witness<{ type: string; accountRef: string; livemode: boolean }[]>`
    select type, account_ref, livemode from registry.orphan_events where event_ref = ${eventRef}`
}

test('D23: a webhook event alone pays a booking', async () => {
  const salon = await openSalon({ payments: true, settings: { requiresPrepayment: true } })
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  salon.stripe.pay(await salon.guest.createIntent(booking))
  await salon.stripe.deliverWebhooks()
  const after = dataOf(await salon.backend.get(`/reservas/${booking.id}/`))
  assert.deepEqual([after.estado, after.pago.estado], ['confirmada', 'completado'])
})

test('D23: unsigned, wrongly signed, old or modified events are rejected before parsing', async () => {
  const salon = await openSalon({ payments: true })
  const { event, pago } = await paidUnheard(salon)
  const { url } = await testApi()
  const unsigned = await client(url, {}).post('/webhooks/processor/', event)
  for (const answer of [
    unsigned,
    await brings(salon, event, { secret: 'whsec_of_somebody' }),
    await brings(salon, event, { secondsAgo: 301 }),
    await brings(salon, event, { secondsAgo: -301 }),
    await brings(salon, '{ no JSON at all', { secret: 'whsec_of_somebody' }),
  ]) {
    assertError(answer, 'INVALID_SIGNATURE')
  }
  assert.equal(await pago(), 'pendiente')
  dataOf(await brings(salon, event, { secondsAgo: 299 }))
  assert.equal(await pago(), 'completado')
})

test('D23: an event delivered five times at once, and again later, has its effect once', async () => {
  const salon = await openSalon({ payments: true })
  const { event, pago } = await paidUnheard(salon)
  for (const status of await salon.stripe.fake.webhooks.deliver(event.id, 5))
    assert.equal(status, 200)
  assert.equal(await pago(), 'completado')
  dataOf(await brings(salon, event))
  const { witness } = await testDatabase()
  const [row] = await witness<{ events: number; completed: number }[]>`
    select (select count(*)::int from processor_events where business_id = ${salon.businessId} and event_ref = ${event.id}) as events,
      (select count(*)::int from events where business_id = ${salon.businessId} and type = 'pago.completado') as completed`
  assert.deepEqual(row, { events: 1, completed: 1 })
})

test('D23: the business comes from the account alone; unknown accounts, types and the other livemode are only recorded', async () => {
  const salon = await openSalon({ payments: true })
  const next = await openSalon({ payments: true })
  const { event, pago } = await paidUnheard(salon)
  const cases = {
    evt_unknown_account: { account: 'acct_nobody' },
    evt_platform: { account: undefined },
    evt_other_mode: { livemode: true },
    evt_useless: { type: 'payment_intent.created' },
  }
  for (const [id, change] of Object.entries(cases)) {
    const answer = await brings(salon, { ...event, id, ...change })
    assert.deepEqual(dataOf(answer), { recibido: true })
    assert.equal((await orphans(id)).length, 1, id)
  }
  dataOf(await brings(next, { ...event, id: 'evt_neighbours', account: next.stripe.account }))
  assert.equal(
    (await orphans('evt_neighbours')).length,
    0,
    'it is theirs, though it is about nothing of theirs',
  )
  assert.equal(await pago(), 'pendiente')
})

test('D23: while a secret is rotated, events signed with the old and the new one are accepted', async (t) => {
  const salon = await openSalon({ payments: true })
  const { event, pago } = await paidUnheard(salon)
  const old = salon.stripe.fake.endpoints()[0]?.secret ?? ''
  const { admin } = await testDatabase()
  const parts = { processors: testProcessors, secretsKeys: testSecrets.secretsKeys }
  const input = { baseUrl: new URL((await testApi()).url).origin, rotate: true, onlyThis: false }
  await setupWebhook(admin, parts, input, salon.clock)
  const secret = salon.stripe.fake.endpoints()[1]?.secret ?? ''
  assert.notEqual(secret, old)
  const { url, clock, close } = await openApi()
  t.after(close)
  clock.set(salon.clock.now())
  dataOf(await brings(salon, { ...event, id: 'evt_old_secret' }, { secret: old, url }))
  dataOf(await brings(salon, { ...event, id: 'evt_new_secret' }, { secret, url }))
  assert.equal(await pago(), 'completado')
})

test('D8, D23: webhook events of a suspended salon are still processed', async () => {
  const salon = await openSalon({ payments: true })
  const { event } = await paidUnheard(salon)
  const { admin, witness } = await testDatabase()
  await suspendBusiness(admin, salon.slug)
  dataOf(await brings(salon, event))
  const [row] = await witness<
    { state: string }[]
  >`select state from payments where business_id = ${salon.businessId}`
  assert.equal(row?.state, 'completed')
})

test('D19, D23: an event identifies the intent when the response to its creation was lost', async () => {
  const salon = await openSalon({ payments: true })
  const { fake, account } = salon.stripe
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  fake.fault({
    method: 'POST',
    path: '/v1/payment_intents',
    kind: 'reset',
    when: 'after',
    times: 2,
  })
  assertError(await salon.guest.createIntent(booking), 'PROCESSOR_UNAVAILABLE')
  const [intent] = fake.paymentIntents(account)
  fake.pay(intent?.id ?? '')
  await salon.stripe.deliverWebhooks()
  assert.equal(
    dataOf(await salon.backend.get(`/reservas/${booking.id}/`)).pago.estado,
    'completado',
  )
  assert.equal(
    dataOf(await salon.backend.confirmPayment({ data: { payment_intent_id: intent?.id } } as never))
      .estado,
    'completado',
  )
})

test('D23: account status is read from the processor, not from the event', async () => {
  const salon = await openSalon({ payments: true })
  const { fake, account } = salon.stripe
  const accepts = async () => {
    // a request for free times compares catalogue versions; the notification takes a moment
    await salon.guest.get('/disponibilidad/dias/')
    return dataOf(await salon.guest.get('/negocio/')).configuracion.acepta_pagos_online
  }
  fake.setCardPayments(account, 'restricted')
  await salon.stripe.deliverWebhooks()
  await runJobs(salon)
  assert.equal(await accepts(), false)
  fake.setCardPayments(account, 'active')
  await salon.stripe.deliverWebhooks()
  await runJobs(salon)
  assert.equal(await accepts(), true)
  fake.deauthorize(account)
  await salon.stripe.deliverWebhooks()
  await runJobs(salon)
  assert.equal(await accepts(), false)
})

test('D23: a signed body that is no readable event is accepted, recorded as unreadable and reported', async () => {
  const salon = await openSalon({ payments: true })
  const { event, pago } = await paidUnheard(salon)
  const object = event.data.object as Record<string, unknown>
  const withObject = (fields: object) => ({ ...event, data: { object: { ...object, ...fields } } })
  const bodies: unknown[] = [
    ...['', 'null', 'true', '5', '"text"', '[]', '{}', '[null]', 'no JSON', '{"id":"evt_1"'],
    ...[`{"id":"evt_1","livemode":1e400}`, '['.repeat(200_000), '{"a":'.repeat(40_000)],
    `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    ...['id', 'type', 'created', 'livemode', 'data'].map((field) => ({ ...event, [field]: null })),
    ...['id', 'type', 'created', 'livemode', 'account'].map((field) => ({ ...event, [field]: {} })),
    ...[5, 'evt_\0', 'x'.repeat(3000), ['evt_1']].map((id) => ({ ...event, id })),
    ...[5, 'payment_intent\0', 'x'.repeat(3000)].map((type) => ({ ...event, type })),
    ...[1e300, -1, 'now', 1.5].map((created) => ({ ...event, created })),
    ...['acct_\0', 'nobody', 7].map((account) => ({ ...event, account })),
    ...[null, 'text', [], 7].map((each) => ({ ...event, data: { object: each } })),
    ...[1e300, -1, '1800', null].map((amount) => withObject({ amount })),
    ...[{ id: 7 }, { currency: 7 }, { currency: 'no currency' }, { created: 1e300 }].map(
      withObject,
    ),
    ...[{ metadata: 7 }, { metadata: { a: {} } }, { latest_charge: 7 }].map(withObject),
    ...[{ last_payment_error: 'x' }, { customer: [] }, { client_secret: 'a\0' }].map(withObject),
    ...['charge.refunded', 'refund.updated', 'charge.dispute.created'].map((type) => ({
      ...event,
      type,
      data: { object: { id: 're_1', payment_intent: object.id, amount: '1' } },
    })),
    { ...event, object: 'v2.core.event' },
    {
      object: 'v2.core.event',
      id: 'evt_thin',
      type: 'v2.core.account.closed',
      livemode: false,
      created: '2030-02-31T99:00:00Z',
    },
  ]
  for (const [index, each] of bodies.entries()) {
    const isEvent = (each as { id?: unknown } | null)?.id === event.id
    const body = isEvent ? { ...(each as object), id: `evt_odd_${index}` } : each
    const accepted = await brings(salon, body)
    assert.deepEqual(dataOf(accepted), { recibido: true }, JSON.stringify(body).slice(0, 200))
  }
  assert.equal(await pago(), 'pendiente')
  const { admin, witness } = await testDatabase()
  const rows = await witness<{ eventRef: string; fault: string }[]>`
    select event_ref, fault from registry.unreadable_events order by event_ref`
  assert.equal(rows.length, bodies.length)
  const faults = new Set(rows.map(({ fault }) => fault))
  for (const fault of ['no JSON', 'no object', 'livemode', 'id', 'type', 'data', 'amount'])
    assert.ok(faults.has(`malformed content: ${fault}`), fault)

  const result = await checkEvents(admin, salon.clock)
  assert.equal(result.code, 'eventsUnreadable')
  assert.match(
    findingOf(result).message,
    /^Signed webhook deliveries of the last 7 days could not be read: \w+ \(malformed content: /,
  )
  salon.setTime('2030-03-11T08:01')
  assert.equal((await checkEvents(admin, salon.clock)).status, 'ok')
  salon.setTime('2030-04-03T09:01')
  await (await jobsDatabase())`select jobs.add_job('begin-night')`
  // the accounts of other tests in this file
  await runJobs(salon, { mayFail: true })
  assert.equal((await witness`select 1 from registry.unreadable_events`).length, 0)
})

test('D23: a webhook body may have 256 KiB', async () => {
  const salon = await openSalon({ payments: true })
  const { event } = await paidUnheard(salon)
  const padded = (bytes: number) => {
    const bare = JSON.stringify({ ...event, padding: '' }).length
    return { ...event, padding: 'x'.repeat(bytes - bare) }
  }
  assertError(await brings(salon, padded(256 * 1024 + 1)), 'PAYLOAD_TOO_LARGE')
  dataOf(await brings(salon, padded(256 * 1024)))
})
