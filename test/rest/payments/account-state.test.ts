import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, dataOf } from '../../support/assertions.ts'
import { emailsTo } from '../../support/emails.ts'
import { jobsDatabase, runJobs } from '../../support/jobs.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'

// The events of these accounts are lost: `setCardPayments` sends them, and they are never delivered.

const prepaid = { payments: true, settings: { requiresPrepayment: true } } as const

/** Whether the salon promises online payment, after the jobs that are due have run. */
async function acceptsAfterJobs(salon: TestSalon): Promise<boolean> {
  await runJobs(salon)
  // a request for free times compares catalogue versions; the notification takes a moment
  await salon.guest.get('/disponibilidad/dias/')
  return dataOf(await salon.guest.get('/negocio/')).configuracion.acepta_pagos_online
}

/** How often the account was read at the processor. */
const reads = ({ stripe }: TestSalon) =>
  stripe.fake.calls.filter(
    ({ method, path }) => method === 'GET' && path === `/v2/core/accounts/${stripe.account}`,
  ).length

async function runNightly(salon: TestSalon, time: string): Promise<void> {
  salon.setTime(time)
  await (await jobsDatabase())`select jobs.add_job('begin-night')`
  await runJobs(salon, { mayFail: true })
}

test('D14, D23: a refusal has the account read again, once for many refusals, when its event was lost', async () => {
  const salon = await openSalon(prepaid)
  const { fake, account } = salon.stripe
  const bookings = []
  for (const time of ['10:00', '10:30', '11:00'])
    bookings.push(dataOf(await salon.backend.book('Ana', time), 201))
  await runJobs(salon)
  fake.setCardPayments(account, 'restricted')
  const before = reads(salon)
  const refused = await Promise.all(
    [...bookings, ...bookings].map((booking) => salon.guest.createIntent(booking)),
  )
  for (const each of refused) assertError(each, 'PROCESSOR_NOT_CONFIGURED')
  assert.equal(await acceptsAfterJobs(salon), false)
  assert.equal(reads(salon), before + 1)
  assert.deepEqual(
    (await emailsTo(salon, 'hola@example.com'))
      .map(({ kind }) => kind)
      .filter((kind) => kind === 'account_restricted'),
    ['account_restricted'],
  )
})

test('D14, D23: a request to pay has an account read again that can charge by now', async () => {
  const salon = await openSalon(prepaid)
  const { fake, account } = salon.stripe
  fake.setCardPayments(account, 'restricted')
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  assertError(await salon.guest.createIntent(booking), 'PROCESSOR_NOT_CONFIGURED')
  assert.equal(await acceptsAfterJobs(salon), false)
  fake.setCardPayments(account, 'active')
  salon.setTime('2030-03-04T08:02')
  assertError(await salon.guest.createIntent(booking), 'PROCESSOR_NOT_CONFIGURED')
  assert.equal(await acceptsAfterJobs(salon), true)
  dataOf(await salon.guest.createIntent(booking))
})

test('D23: while the processor contradicts itself, the account is read once a minute', async () => {
  const salon = await openSalon(prepaid)
  const { fake } = salon.stripe
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  await runJobs(salon)
  fake.fault({
    method: 'POST',
    path: '/v1/payment_intents',
    kind: 'response',
    status: 400,
    times: 99,
    body: '{"error":{"type":"invalid_request_error","message":"This Connect account cannot currently make live charges."}}',
  })
  const before = reads(salon)
  const readsAt = async (time: string) => {
    salon.setTime(time)
    for (const _ of ['once', 'and again'])
      assertError(await salon.guest.createIntent(booking), 'PROCESSOR_NOT_CONFIGURED')
    await runJobs(salon)
    return reads(salon) - before
  }
  assert.equal(await readsAt('2030-03-04T08:00'), 1)
  assert.equal(await readsAt('2030-03-04T08:00:30'), 1)
  assert.equal(await readsAt('2030-03-04T08:01'), 2, 'the refusals since the first one')
  assert.equal(await readsAt('2030-03-04T08:01:59'), 2)
  fake.clearFaults()
})

test('D23: confirming a payment detects a revoked account', async () => {
  const salon = await openSalon({ payments: true })
  const { fake, account } = salon.stripe
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const intent = await salon.guest.createIntent(booking)
  fake.deauthorize(account)
  await salon.guest.confirmPayment(intent, booking)
  assert.equal(await acceptsAfterJobs(salon), false)
})

test('D23: a thin event alone has the account read again', async () => {
  const salon = await openSalon({ payments: true })
  const { fake, account } = salon.stripe
  await acceptsAfterJobs(salon)
  const [endpoint] = fake.endpoints()
  assert.ok(endpoint)
  const subscribed = endpoint.enabled_events
  endpoint.enabled_events = subscribed.filter((type) => type !== 'account.updated')
  for (const [status, accepts] of [
    ['restricted', false],
    ['active', true],
  ] as const) {
    fake.setCardPayments(account, status)
    await salon.stripe.deliverWebhooks()
    assert.equal(await acceptsAfterJobs(salon), accepts)
  }
  endpoint.enabled_events = subscribed
})

test('D23: accounts are read every night, in both directions', async () => {
  const salon = await openSalon({ payments: true })
  const { fake, account } = salon.stripe
  fake.setCardPayments(account, 'restricted')
  await runNightly(salon, '2030-03-05T03:13')
  assert.equal(await acceptsAfterJobs(salon), false)
  fake.setCardPayments(account, 'active')
  await runNightly(salon, '2030-03-06T03:13')
  assert.equal(await acceptsAfterJobs(salon), true)
})
