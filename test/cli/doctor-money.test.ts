import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  checkAccounts,
  checkData,
  checkedBusinesses,
  checkRights,
  checkWebhook,
  connectAccount,
  reconcile,
  refundPayment,
  repairData,
  type SecretsKeys,
  setupWebhook,
} from '@silla/core'
import { dataFindingOf } from '../../cli/src/doctor/data-messages.ts'
import type { Finding } from '../../cli/src/doctor/finding.ts'
import { findingOf } from '../../cli/src/doctor/messages.ts'
import { testApi } from '../support/api.ts'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import {
  applyProcessorEvent,
  completeRefunds,
  createOpenPayment,
  intentObservation,
  payOnline,
} from '../support/money.ts'
import { fakeStripe, limitProcessorCalls, testProcessors } from '../support/processor.ts'
import { requestContextFor } from '../support/request-context.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { testSecrets } from '../support/secrets.ts'
import { runSilla } from './run-silla.ts'

// The doctor's checks of payments: in this process with the salon's clock, and once as a command.

const { admin, urls, witness } = await testDatabase()
const { url: apiUrl, clock } = await testApi()
const double = await fakeStripe(clock)
const daysAgo = (days: number) => new Date(clock.now().getTime() - days * 86_400_000)

test('D22: stuck, undecided and inconsistent payments are reported by id, and the fixes work', async () => {
  const salon = await openSalon({ payments: true, professionals: ['Ana'], now: '2030-03-04T08:00' })
  const { businessId, slug } = salon
  const unsent = await paid(salon, '09:00')
  const late = await paid(salon, '10:00')
  const failed = await paid(salon, '11:00')
  const stale = await paid(salon, '12:00')
  const unlinked = await paid(salon, '13:00')
  const underfunded = await paid(salon, '18:00')
  const ordered = [unsent, late, failed, stale, unlinked, underfunded].sort((a, b) => a - b)
  const short = await createOpenPayment(salon, { booking: await booked(salon, '14:00') })
  await applyProcessorEvent(
    salon,
    short,
    intentObservation(short, { status: 'succeeded', amountCents: 1800, receivedCents: 1000 }),
  )
  const open = await createOpenPayment(salon, { booking: await booked(salon, '15:00') })
  const unverified = await createOpenPayment(salon, { booking: await booked(salon, '16:00') })
  const verifiedLongAgo = await createOpenPayment(salon, { booking: await booked(salon, '17:00') })
  for (const id of [unverified, verifiedLongAgo])
    await applyProcessorEvent(salon, id, { kind: 'gone' })
  await witness`update payments set unverified_since = ${daysAgo(31)}
      where business_id = ${businessId} and id = ${verifiedLongAgo}`
  for (const paymentId of [unsent, late, failed, underfunded]) await refundInFull(salon, paymentId)
  await witness`update refunds set failure_message = 'Insufficient funds'
      where business_id = ${businessId} and payment_id = ${underfunded}`
  await completeRefunds(salon, failed, 'failed')
  const { account } = salon.stripe
  await witness`update payments set account_ref = ${account} where business_id = ${businessId}`
  await witness`update refunds
      set refund_ref = 're_' || id, created_at = ${daysAgo(15)}
    where business_id = ${businessId} and payment_id = ${late}`
  await witness`update payments set created_at = ${daysAgo(2)}
      where business_id = ${businessId} and id = ${open}`
  await witness`update payments set created_at = ${daysAgo(365)}
      where business_id = ${businessId} and id = ${short}`
  await witness`update payments set state = 'refunded' where business_id = ${businessId}
      and id = ${stale}`
  await witness`update bookings set payment_id = null where business_id = ${businessId}
      and payment_id = ${unlinked}`
  await witness`update registry.processor_accounts set disconnected_at = connected_at
      where account_ref = ${account}`
  await witness`insert into registry.orphan_events (event_ref, type, account_ref, livemode,
      received_at)
    values ('evt_1', 'payment_intent.succeeded', ${account}, false, ${salon.clock.now()})`
  salon.setTime('2030-03-04T09:00')

  assert.deepEqual(await paymentProblems(), [
    'account-drift: The registry and the salon have different accounts, so that events are ' +
      `lost: ${slug} (1).`,
    `unsent-refunds: Refunds were not sent to the processor yet: ${slug} (payment ${unsent}).`,
    `underfunded-refunds: The balance of the salon's account does not cover refunds: ${slug} ` +
      `(payment ${underfunded}).`,
    'unsettled-refunds: Refunds were sent more than two weeks ago and are not settled: ' +
      `${slug} (payment ${late}).`,
    `failed-refunds: Refunds failed and were not replaced: ${slug} (payment ${failed}).`,
    `open-payments: Payments that were not made in time are still open: ${slug} (payment ${open}).`,
    'review-payments: Another amount than requested arrived, and nobody has decided about ' +
      `it: ${slug} (payment ${short}).`,
    `payment-drift: The state of payments does not follow from their facts: ${slug} ` +
      `(payment ${stale}).`,
    `paid-drift: Payments do not agree with their booking or order: ${slug} (payment ${unlinked}).`,
    'payments-without-event: The processor has sent no event for payments of the last week: ' +
      `${slug} (payments ${ordered.slice(0, 5).join(', ')} and 1 more).`,
    'unverified-payments: Payments were closed that the processor does not know or gives no ' +
      `access to: ${slug} (payment ${unverified}).`,
    `unreadable-events: Events of the last day could not be parsed: ${slug} (1).`,
  ])

  await refundInFull(salon, failed)
  await refundInFull(salon, short)
  await applyProcessorEvent(
    salon,
    unverified,
    intentObservation(unverified, { status: 'cancelled' }),
  )
  for (const paymentId of [unsent, late, failed, short, underfunded])
    await completeRefunds(salon, paymentId, 'completed')
  await connectAccount(
    admin,
    testProcessors,
    { slug, account, returnUrl: null, publicUrl: null, feeBasisPoints: null },
    salon.clock,
  )
  const from = new Date(salon.clock.now().getTime() - 3_600_000)
  await reconcile(await requestContextFor(salon), testProcessors, { from, to: salon.clock.now() })
  await repairData(admin, slug, { check: 'paid-drift', dryRun: false }, salon.clock)
  await witness`insert into processor_events (business_id, event_ref, type, occurred_at,
      received_at)
    values (${businessId}, 'evt_2', 'payment_intent.succeeded', ${salon.clock.now()},
        ${salon.clock.now()})`
  assert.deepEqual(await paymentProblems(), [])
})

test('D20: a webhook that does not deliver or cannot be verified is reported with the command that fixes it', async () => {
  const parts = { processors: testProcessors, secretsKeys: testSecrets.secretsKeys }
  const origin = new URL(apiUrl).origin
  const ensure = () =>
    setupWebhook(admin, parts, { baseUrl: origin, rotate: false, onlyThis: true }, clock)
  const webhook = async (
    more: { processors?: typeof testProcessors; secretsKeys?: SecretsKeys | null } = {},
  ) => {
    const businesses = await checkedBusinesses(admin, clock)
    const { state, message, fix } = findingOf(
      await checkWebhook(admin, 'test', { ...parts, ...more, businesses }, clock),
    )
    return [state, message, fix]
  }
  const address = `${apiUrl}/webhooks/processor/`
  const verify = 'Then test it: silla stripe webhook verify.'
  const setup = `Run silla stripe webhook setup ${origin}, which corrects that. ${verify}`
  const [own] = await ensure()
  const ref = own?.endpoint ?? ''
  assert.deepEqual(await webhook(), ['ok', `The processor delivers events to ${address}.`, null])

  const endpoint = double.endpoints().find(({ id }) => id === ref) ?? assert.fail()
  endpoint.status = 'disabled'
  assert.deepEqual(await webhook(), ['problem', `${ref} for ${address}: it is disabled.`, setup])
  const [recreated] = await ensure()
  const current = double.endpoints().find(({ id }) => id === recreated?.endpoint) ?? assert.fail()
  const { enabled_events: handled } = current
  current.enabled_events = [...handled.slice(1), 'charge.succeeded', '*']
  assert.deepEqual(await webhook(), [
    'problem',
    `${current.id} for ${address}: it does not send ${handled[0]}, and it sends ` +
      'charge.succeeded, *, which has no effect.',
    setup,
  ])
  assert.equal((await ensure())[0]?.outcome, 'updated')
  current.api_version = '2025-09-30.clover'
  assert.deepEqual(await webhook(), [
    'problem',
    `${current.id} for ${address}: its events have the API version 2025-09-30.clover.`,
    setup,
  ])
  current.api_version = '2026-10-28.endive'
  const otherKey = await webhook({
    secretsKeys: { current: Buffer.alloc(32, 'another'), previous: null },
  })
  const [thin] = double.destinations()
  const sealed = 'its secret was encrypted with another SECRETS_KEY'
  assert.deepEqual(otherKey, [
    'problem',
    [recreated?.endpoint, thin?.id]
      .map((id) => `${id} for ${address}: ${sealed}`)
      .join('; ')
      .concat('.'),
    setup,
  ])
  await witness`update registry.webhook_endpoints set url = 'https://old.example/'
      where payload = 'thin'`
  assert.match(
    String((await webhook())[1]),
    new RegExp(`^No endpoint delivers the thin events of accounts to ${address}; `),
  )
  await witness`update registry.webhook_endpoints set url = ${address} where payload = 'thin'`
  assert.match(String((await webhook({ secretsKeys: null }))[1]), /^SECRETS_KEY is not set here/)
  const foreign = await testProcessors('test')?.createWebhookEndpoint({
    key: 'x',
    payload: 'snapshot',
    url: address,
    budget: { remainingMilliseconds: () => 5000 },
  })
  assert.deepEqual(await webhook(), [
    'problem',
    `${foreign?.endpointRef} also delivers to ${address} but was not created by Silla, so ` +
      'that its events are rejected.',
    `Delete ${foreign?.endpointRef} in the dashboard of the processor. ${verify}`,
  ])
  await testProcessors('test')?.deleteWebhookEndpoint({
    endpointRef: foreign?.endpointRef ?? '',
    payload: 'snapshot',
    budget: { remainingMilliseconds: () => 5000 },
  })
  await witness`insert into registry.webhook_endpoints (endpoint_ref, url, livemode,
      sealed_secret, created_at, retires_at)
    values ('we_old', ${address}, false, '', ${clock.now()},
        ${daysAgo(1.5)})`
  assert.equal((await webhook())[0], 'ok', 'the night that deletes it may be a long one')
  await witness`update registry.webhook_endpoints
      set retires_at = ${daysAgo(2.5)} where endpoint_ref = 'we_old'`
  assert.match(
    String((await webhook())[1]),
    /^we_old should have been deleted at the processor long ago\.$/,
  )
  await ensure()
  assert.equal((await webhook())[0], 'ok')

  limitProcessorCalls(200)
  double.fault({ kind: 'silence', times: 9 })
  assert.deepEqual((await webhook()).slice(0, 2), [
    'problem',
    'The processor cannot be queried (no response in time).',
  ])
  limitProcessorCalls(null)
  double.clearFaults()
  await witness`delete from registry.webhook_endpoints`
  assert.match(String((await webhook())[1]), /^No webhook endpoint is set up\.$/)
  const without = await webhook({ processors: () => null })
  assert.match(
    String(without[1]),
    /^The processor has no test keys here, and these salons are connected to it: salon-\d+\.$/,
  )
})

test('D14: accounts that cannot charge after a week are reported with their status, and required prepayment that is impossible with the reason', async () => {
  const settings = { requiresPrepayment: true }
  const stopped = await openSalon({ payments: true, settings, now: '2030-03-04T08:00' })
  const unconnected = await openSalon({ settings: { ...settings, acceptsOnlinePayments: true } })
  const off = await openSalon({
    payments: true,
    settings: { ...settings, acceptsOnlinePayments: false },
  })
  await openSalon({ payments: true, settings })
  await witness`update processor_accounts set ready = false, card_payments = 'restricted'
      where business_id = ${stopped.businessId}`
  const connectedBefore = (days: number) => witness`
    update processor_accounts
        set connected_at = ${clock.now()}::timestamptz - make_interval(days => ${days})
    where business_id = ${stopped.businessId}`
  await connectedBefore(8)
  const unpaid = [
    `${stopped.slug} (cannot charge cards)`,
    `${unconnected.slug} (not connected)`,
    `${off.slug} (online_payments is off)`,
  ].sort()
  const lines = async () =>
    checkAccounts(await checkedBusinesses(admin, clock))
      .map(findingOf)
      .map(({ state, message }) => `${state}: ${message}`)
  assert.deepEqual(await lines(), [
    `problem: Connected accounts cannot charge cards: ${stopped.slug} (restricted, as of ` +
      '2030-03-04 07:00 UTC).',
    `problem: Salons that require prepayment accept bookings without it: ${unpaid.join(', ')}.`,
  ])
  // onboarding takes a while
  await connectedBefore(6)
  assert.deepEqual(await lines(), [
    'ok: Every connected account can charge cards, except those connected within seven ' +
      `days, which are still being onboarded: ${stopped.slug}.`,
    'problem: Salons that require prepayment accept bookings without it: ' +
      `${unpaid.filter((line) => !line.startsWith(stopped.slug)).join(', ')}.`,
  ])
  // a suspended salon takes no bookings
  await witness`update registry.businesses set status = 'suspended'
      where slug in ${witness([stopped.slug, unconnected.slug, off.slug])}`
  assert.deepEqual(await lines(), [
    'ok: Every connected account can charge cards.',
    'ok: Every salon that requires prepayment can take it.',
  ])
})

test('D22: refunds, disputes and delays are no problems, and a payment that disagrees with its booking is one', async () => {
  const salon = await openSalon({ payments: true, professionals: ['Ana'], now: '2030-03-04T08:00' })
  const { businessId, slug } = salon
  const { account } = salon.stripe
  const [partlyRefunded, failedLongAgo, processing, disputeWon, decided, refundedAtProcessor] = [
    await paid(salon, '09:00'),
    await paid(salon, '10:00'),
    await createOpenPayment(salon, { booking: await booked(salon, '11:00') }),
    await paid(salon, '12:00'),
    await createOpenPayment(salon, { booking: await booked(salon, '13:00') }),
    await paid(salon, '14:00'),
  ]
  const observe = (id: number, its: object) =>
    applyProcessorEvent(salon, id, intentObservation(id, { amountCents: 1800, ...its }))
  await refundPayment(await requestContextFor(salon), {
    paymentId: partlyRefunded,
    amountCents: 500,
    name: 'part',
  })
  await completeRefunds(salon, partlyRefunded, 'completed')
  await refundInFull(salon, failedLongAgo)
  await completeRefunds(salon, failedLongAgo, 'failed')
  await observe(processing, { status: 'processing' })
  await witness`insert into disputes (business_id, payment_id, dispute_ref, amount_cents, reason,
      state, created_at, updated_at)
    values (${businessId}, ${disputeWon}, 'dp_1', 1800, 'fraudulent', 'won', ${clock.now()},
        ${clock.now()})`
  await observe(decided, { status: 'succeeded', receivedCents: 1000 })
  await refundInFull(salon, decided)
  await observe(refundedAtProcessor, {
    status: 'succeeded',
    receivedCents: 1800,
    refundedCents: 1800,
  })
  await witness`update refunds set refund_ref = 're_' || id where business_id = ${businessId}
      and payment_id = ${decided}`
  const days = (count: number) => new Date(clock.now().getTime() - count * 86_400_000)
  await witness`update refunds set updated_at = ${days(31)} where business_id = ${businessId}
      and payment_id = ${failedLongAgo}`
  await witness`update payments set created_at = ${days(3)} where business_id = ${businessId}
      and id = ${processing}`
  await witness`insert into processor_events (business_id, event_ref, type, occurred_at,
      received_at)
    values (${businessId}, ${`evt_${slug}`}, 'payment_intent.succeeded', ${clock.now()},
        ${new Date(clock.now().getTime() - 300_000)})`
  // of the other mode, from before the account was connected, and of another day
  const orphans: [livemode: boolean, received: Date][] = [
    [true, clock.now()],
    [false, days(0.5)],
    [false, days(1.5)],
  ]
  await witness`update registry.processor_accounts set connected_at = ${days(0.25)}
      where account_ref = ${account}`
  for (const [index, [livemode, at]] of orphans.entries()) {
    await witness`insert into registry.orphan_events (event_ref, type, account_ref, livemode,
        received_at)
      values (${`evt_${slug}_${index}`}, 'payment_intent.succeeded', ${account}, ${livemode},
          ${at})`
  }
  salon.setTime('2030-03-04T08:15')
  const problems = async () =>
    (await paymentProblems()).filter((line) => line.includes(`${slug} (`))
  assert.deepEqual(await problems(), [])

  await witness`update payments set received_currency = 'usd' where business_id = ${businessId}
      and id = ${disputeWon}`
  await witness`update payments set applied = false where business_id = ${businessId}
      and id = ${failedLongAgo}`
  await witness`delete from refunds where business_id = ${businessId}
      and payment_id = ${failedLongAgo}`
  await witness`update bookings set payment_id = null where business_id = ${businessId}
      and payment_id = ${failedLongAgo}`
  await witness`update registry.processor_accounts set connected_at = ${days(2)}
      where account_ref = ${account}`
  assert.deepEqual(await problems(), [
    `payment-drift: The state of payments does not follow from their facts: ${slug} ` +
      `(payment ${disputeWon}).`,
    `paid-drift: Payments do not agree with their booking or order: ${slug} (payment ` +
      `${failedLongAgo}).`,
    `unreadable-events: Events of the last day could not be parsed: ${slug} (1).`,
  ])
})

test('missing live keys that a live salon needs are a problem, invalid keys too, and the other checks still run', async () => {
  const salon = await openSalon({ payments: true })
  await witness`update registry.businesses set mode = 'live' where slug = ${salon.slug}`
  const result = async (env: Record<string, string>) => {
    const { code, ...ran } = await runSilla(['db', 'doctor', '--json'], {
      CLI_DATABASE_URL: urls.cli,
      ...env,
    })
    const { findings: results } = ran.json()
    const lines = results.map(
      ({ check, state, message }: Finding) => `${check} ${state}: ${message}`,
    )
    return {
      code,
      lines: lines.filter((line: string) => line.startsWith('webhook')),
      count: results.length,
    }
  }
  const keys = {
    STRIPE_SECRET_KEY: double.secretKey,
    STRIPE_PUBLISHABLE_KEY: double.publishableKey,
    STRIPE_API_BASE: double.url,
    SECRETS_KEY: testSecrets.secretsKeys.current.toString('base64'),
  }
  const right = await result(keys)
  assert.deepEqual(
    [right.code, right.lines],
    [
      1,
      [
        'webhook-live problem: The processor has no live keys here, and these salons are ' +
          `connected to it: ${salon.slug}.`,
        'webhook-test problem: No webhook endpoint is set up.',
        'webhook-events ok: Every signed webhook delivery of the last 7 days could be read.',
      ],
    ],
  )
  const wrong = await result({ ...keys, STRIPE_SECRET_KEY: 'hush' })
  assert.equal(wrong.count, right.count)
  assert.match(
    wrong.lines.join(),
    /webhook-test problem: The check failed: STRIPE_SECRET_KEY is invalid/,
  )
  assert.ok(!wrong.lines.join().includes('hush'))
})

test('D58: the rights that a restricted key lacks are named, with all that it needs', async () => {
  await openSalon({ payments: true })
  const businesses = await checkedBusinesses(admin, clock)
  const check = async () =>
    findingOf(await checkRights('test', { processors: testProcessors, businesses }))
  const complete = await check()
  assert.deepEqual(
    [complete.state, complete.message],
    [
      'ok',
      "The processor's key has the rights that can be tried (10); not tried: PaymentMethods: write, " +
        'Accounts: write, Account links: write.',
    ],
  )
  for (const path of ['/v1/balance_transactions', '/v1/webhook_endpoints'])
    double.fault({
      ...{ method: 'GET', path, kind: 'response', status: 403 },
      body: '{"error":{"type":"invalid_request_error","message":"The provided key does not have the required permissions for this endpoint."}}',
    })
  const lacking = await check()
  assert.deepEqual(
    [lacking.state, lacking.message],
    [
      'problem',
      "The processor's key lacks rights: Balance transactions: read, Webhook endpoints: write.",
    ],
  )
  assert.match(lacking.fix ?? '', /It needs: PaymentIntents: write, .*Account links: write\.$/)
})

test('D59: a refund that failed is reported although another one, requested before that, was completed', async () => {
  const salon = await openSalon({ payments: true, professionals: ['Ana'], now: '2030-03-04T08:00' })
  const paymentId = await paid(salon, '09:00')
  const context = await requestContextFor(salon)
  const request = (amountCents: number, name: string) =>
    refundPayment(context, { paymentId, amountCents, name })
  const settle = (refund: { id: number; amountCents: number }, state: 'completed' | 'failed') =>
    applyProcessorEvent(salon, paymentId, {
      kind: 'refund',
      intentRef: `pi_${paymentId}`,
      refund: {
        ...{ refundRef: `re_${refund.id}`, refundId: refund.id, amountCents: refund.amountCents },
        ...{ state, failureMessage: '' },
      },
    })
  const reported = async () => {
    const problems = await paymentProblems()
    return problems.some((line) => /^failed-refunds:/.test(line) && line.includes(salon.slug))
  }
  const towel = await request(500, 'towel')
  salon.setTime('2030-03-04T08:01')
  await settle(await request(600, 'late'), 'completed')
  salon.setTime('2030-03-04T08:02')
  await settle(towel, 'failed')
  assert.equal(await reported(), true)
  salon.setTime('2030-03-04T08:03')
  await request(500, 'towel again')
  assert.equal(await reported(), false)
})

async function paymentProblems(): Promise<string[]> {
  // no worker is running here
  const waiting = ['waiting-mails', 'waiting-events']
  return checkData(await checkedBusinesses(admin, clock))
    .map(dataFindingOf)
    .filter(({ state, check }) => state === 'problem' && !waiting.includes(check))
    .map(({ check, message }) => `${check}: ${message}`)
}

const booked = async (salon: TestSalon, time: string) =>
  dataOf(await salon.guest.book('Ana', time, { email: `${time.slice(0, 2)}@example.com` }), 201)

/** The id of the payment. */
const paid = async (salon: TestSalon, time: string) =>
  payOnline(salon, { booking: await booked(salon, time) })

let refunds = 0

const refundInFull = async (salon: TestSalon, paymentId: number) =>
  refundPayment(await requestContextFor(salon), {
    paymentId,
    amountCents: null,
    name: `by-hand-${++refunds}`,
  })
