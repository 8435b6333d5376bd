import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type CheckResult,
  checkAccounts,
  checkData,
  checkedBusinesses,
  checkWebhook,
  connectAccount,
  reconcile,
  refundPayment,
  setupWebhook,
} from '@silla/core'
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
import { mendBooks } from './mend-books.ts'
import { runSilla } from './run-silla.ts'

// What the doctor says of money: in this process by the salon's clock, and once as a monitor would
// ask it.

const { admin, urls, witness } = await testDatabase()
const { url: apiUrl, clock } = await testApi()
const double = await fakeStripe(clock)

test('D22: money that is stuck, undecided or written down in two ways is told by its payments, and the remedy mends it', async () => {
  const salon = await openSalon({ payments: true, professionals: ['Ana'], now: '2030-03-04T08:00' })
  const { businessId, slug } = salon
  const [unsent, late, lost, stray, unpaid] = [
    await paid(salon, '09:00'),
    await paid(salon, '10:00'),
    await paid(salon, '11:00'),
    await paid(salon, '12:00'),
    await paid(salon, '13:00'),
  ]
  const short = await createOpenPayment(salon, { booking: await booked(salon, '14:00') })
  await applyProcessorEvent(
    salon,
    short,
    intentObservation(short, { status: 'succeeded', amountCents: 1800, receivedCents: 1000 }),
  )
  const open = await createOpenPayment(salon, { booking: await booked(salon, '15:00') })
  for (const paymentId of [unsent, late, lost]) await givesBack(salon, paymentId)
  await completeRefunds(salon, lost, 'failed')
  const { account } = salon.stripe
  await witness`update payments set account_ref = ${account} where business_id = ${businessId}`
  await witness`update refunds set refund_ref = 're_' || id, created_at = created_at - interval '15 days'
    where business_id = ${businessId} and payment_id = ${late}`
  await witness`update payments set created_at = created_at - interval '2 days' where business_id = ${businessId} and id = ${open}`
  await witness`update payments set created_at = created_at - interval '1 year' where business_id = ${businessId} and id = ${short}`
  await witness`update payments set state = 'refunded' where business_id = ${businessId} and id = ${stray}`
  await witness`update bookings set payment_id = null where business_id = ${businessId} and payment_id = ${unpaid}`
  await witness`update registry.processor_accounts set disconnected_at = connected_at where account_ref = ${account}`
  await witness`insert into registry.orphan_events (event_ref, type, account_ref, livemode, received_at)
    values ('evt_1', 'payment_intent.succeeded', ${account}, false, ${salon.clock.now()})`
  salon.setTime('2030-03-04T09:00')

  assert.deepEqual(await illnesses(), [
    `registry: The registry and the salon do not know the same account, so that its events get lost: ${slug} (1).`,
    `refunds: Refunds that the processor was not asked for yet: ${slug} (payment ${unsent}).`,
    `old-refunds: Refunds were sent more than two weeks ago and have not arrived: ${slug} (payment ${late}).`,
    `lost-refunds: Refunds failed, and nothing was given in their place: ${slug} (payment ${lost}).`,
    `payments: Payments that nobody made in time are still open: ${slug} (payment ${open}).`,
    `review: Other money than was asked for arrived, and nobody has decided about it: ${slug} (payment ${short}).`,
    `money: Payments do not stand where what is known of them puts them: ${slug} (payment ${stray}).`,
    `paid: Payments do not agree with what they paid for: ${slug} (payment ${unpaid}).`,
    `silence: Payments of the last week that the processor has not told us of: ${slug} (payments ${[unsent, late, lost, stray, unpaid].join(', ')}).`,
    `unread: Events of the last day that we could not read: ${slug} (1).`,
  ])

  await givesBack(salon, lost)
  await givesBack(salon, short)
  for (const paymentId of [unsent, late, lost, short])
    await completeRefunds(salon, paymentId, 'completed')
  await connectAccount(
    admin,
    testProcessors,
    { slug, account, returnUrl: null, feeBasisPoints: null },
    salon.clock,
  )
  const from = new Date(salon.clock.now().getTime() - 3_600_000)
  await reconcile(await requestContextFor(salon), testProcessors, { from, to: salon.clock.now() })
  await mendBooks(businessId)
  await witness`insert into processor_events (business_id, event_ref, type, occurred_at, received_at)
    values (${businessId}, 'evt_2', 'payment_intent.succeeded', ${salon.clock.now()}, ${salon.clock.now()})`
  assert.deepEqual(await illnesses(), [])
})

test('D20: a webhook that does not reach us, or that nobody can believe, is told with the command that mends it', async () => {
  const parts = { processors: testProcessors, secretsKey: testSecrets.secretsKey }
  const origin = new URL(apiUrl).origin
  const ensure = () =>
    setupWebhook(admin, parts, { baseUrl: origin, rotate: false, onlyThis: true }, clock)
  const webhook = async (
    more: { processors?: typeof testProcessors; secretsKey?: Buffer | null } = {},
  ) => {
    const businesses = await checkedBusinesses(admin, clock)
    const { state, message, fix } = await checkWebhook(
      admin,
      'test',
      { ...parts, ...more, businesses },
      clock,
    )
    return [state, message, fix]
  }
  const address = `${apiUrl}/webhooks/processor/`
  const tryIt = 'Then try it: silla stripe webhook verify.'
  const anew = `Run silla stripe webhook setup ${origin}, which makes it anew. ${tryIt}`
  const [own] = await ensure()
  const ref = own?.endpoint ?? ''
  assert.deepEqual(await webhook(), ['ok', `Events reach us at ${address}.`, null])

  const endpoint = double.endpoints().find(({ id }) => id === ref) ?? assert.fail()
  endpoint.status = 'disabled'
  assert.deepEqual(await webhook(), ['problem', `${ref} for ${address}: it is disabled.`, anew])
  const [mended] = await ensure()
  const sealedByAnother = await webhook({ secretsKey: Buffer.alloc(32, 'another') })
  assert.deepEqual(sealedByAnother, [
    'problem',
    `${mended?.endpoint} for ${address}: its secret was encrypted with another SECRETS_KEY.`,
    anew,
  ])
  assert.match(String((await webhook({ secretsKey: null }))[1]), /^SECRETS_KEY is not set here/)
  const stranger = await testProcessors('test')?.createWebhookEndpoint({
    key: 'x',
    url: address,
    budget: { remainingMilliseconds: () => 5000 },
  })
  assert.deepEqual(await webhook(), [
    'problem',
    `${stranger?.endpointRef} sends to ${address} as well and is none of ours, so that what it sends is refused.`,
    `Delete ${stranger?.endpointRef} in the dashboard of the processor. ${tryIt}`,
  ])
  await testProcessors('test')?.deleteWebhookEndpoint({
    endpointRef: stranger?.endpointRef ?? '',
    budget: { remainingMilliseconds: () => 5000 },
  })
  await witness`insert into registry.webhook_endpoints (endpoint_ref, url, livemode, sealed_secret, created_at, retires_at)
    values ('we_old', ${address}, false, '', ${clock.now()}, ${new Date(clock.now().getTime() - 36 * 3_600_000)})`
  assert.equal((await webhook())[0], 'ok', 'the night that deletes it may be a long one')
  await witness`update registry.webhook_endpoints set retires_at = retires_at - interval '1 day' where endpoint_ref = 'we_old'`
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
    'The processor gives no answer of use (no answer in time).',
  ])
  limitProcessorCalls(null)
  double.clearFaults()
  await witness`delete from registry.webhook_endpoints`
  assert.match(
    String((await webhook())[1]),
    /^The processor was never told where to send its events\.$/,
  )
  const without = await webhook({ processors: () => null })
  assert.match(
    String(without[1]),
    /^There are no test keys of the processor here, and these salons are connected to it: salon-\d+\.$/,
  )
})

test('D14: a salon that cannot be paid after a week is told with what the processor said and when, and one that counts on it with why', async () => {
  const settings = { requiresPrepayment: true }
  const stopped = await openSalon({ payments: true, settings, now: '2030-03-04T08:00' })
  const unconnected = await openSalon({ settings: { ...settings, acceptsOnlinePayments: true } })
  const off = await openSalon({
    payments: true,
    settings: { ...settings, acceptsOnlinePayments: false },
  })
  await openSalon({ payments: true, settings })
  await witness`update processor_accounts set ready = false, card_payments = 'restricted' where business_id = ${stopped.businessId}`
  const connectedBefore = (days: number) => witness`
    update processor_accounts set connected_at = ${clock.now()}::timestamptz - make_interval(days => ${days})
    where business_id = ${stopped.businessId}`
  await connectedBefore(8)
  const unpaid = [
    `${stopped.slug} (cannot charge cards)`,
    `${unconnected.slug} (not connected)`,
    `${off.slug} (online_payments is off)`,
  ].sort()
  const lines = async () =>
    checkAccounts(await checkedBusinesses(admin, clock)).map(
      ({ state, message }) => `${state}: ${message}`,
    )
  assert.deepEqual(await lines(), [
    `problem: Connected accounts cannot charge cards: ${stopped.slug} (restricted, as of 2030-03-04 07:00 UTC).`,
    `problem: Salons want to be paid before the visit and are booked unpaid: ${unpaid.join(', ')}.`,
  ])
  // the processor asks this and that before it lets a salon begin
  await connectedBefore(6)
  assert.deepEqual(await lines(), [
    `ok: Every connected account can charge cards, but for those connected within seven days that are still under way: ${stopped.slug}.`,
    `problem: Salons want to be paid before the visit and are booked unpaid: ${unpaid.filter((observation) => !observation.startsWith(stopped.slug)).join(', ')}.`,
  ])
  // nobody books where nobody is open
  await witness`update registry.businesses set status = 'suspended' where slug in ${witness([stopped.slug, unconnected.slug, off.slug])}`
  assert.deepEqual(await lines(), [
    'ok: Every connected account can charge cards.',
    'ok: Every salon that wants to be paid before the visit can be.',
  ])
})

test('D22: what only looks like trouble with money is none, and what a payment paid for is held to it', async () => {
  const salon = await openSalon({ payments: true, professionals: ['Ana'], now: '2030-03-04T08:00' })
  const { businessId, slug } = salon
  const { account } = salon.stripe
  const [partly, failedLongAgo, atTheBank, won, decided, elsewhere] = [
    await paid(salon, '09:00'),
    await paid(salon, '10:00'),
    await createOpenPayment(salon, { booking: await booked(salon, '11:00') }),
    await paid(salon, '12:00'),
    await createOpenPayment(salon, { booking: await booked(salon, '13:00') }),
    await paid(salon, '14:00'),
  ]
  const hears = (id: number, its: object) =>
    applyProcessorEvent(salon, id, intentObservation(id, { amountCents: 1800, ...its }))
  await refundPayment(await requestContextFor(salon), {
    paymentId: partly,
    amountCents: 500,
    name: 'part',
  })
  await completeRefunds(salon, partly, 'completed')
  await givesBack(salon, failedLongAgo)
  await completeRefunds(salon, failedLongAgo, 'failed')
  await hears(atTheBank, { status: 'processing' })
  await witness`insert into disputes (business_id, payment_id, dispute_ref, amount_cents, reason, state, created_at, updated_at)
    values (${businessId}, ${won}, 'dp_1', 1800, 'fraudulent', 'won', ${clock.now()}, ${clock.now()})`
  await hears(decided, { status: 'succeeded', receivedCents: 1000 })
  await givesBack(salon, decided)
  await hears(elsewhere, { status: 'succeeded', receivedCents: 1800, refundedCents: 1800 })
  await witness`update refunds set refund_ref = 're_' || id where business_id = ${businessId} and payment_id = ${decided}`
  const days = (count: number) => new Date(clock.now().getTime() - count * 86_400_000)
  await witness`update refunds set updated_at = ${days(31)} where business_id = ${businessId} and payment_id = ${failedLongAgo}`
  await witness`update payments set created_at = ${days(3)} where business_id = ${businessId} and id = ${atTheBank}`
  await witness`insert into processor_events (business_id, event_ref, type, occurred_at, received_at)
    values (${businessId}, ${`evt_${slug}`}, 'payment_intent.succeeded', ${clock.now()}, ${new Date(clock.now().getTime() - 300_000)})`
  // of the other mode, from before it was ours, and of another day
  const orphans: [livemode: boolean, received: Date][] = [
    [true, clock.now()],
    [false, days(0.5)],
    [false, days(1.5)],
  ]
  await witness`update registry.processor_accounts set connected_at = ${days(0.25)} where account_ref = ${account}`
  for (const [place, [livemode, at]] of orphans.entries()) {
    await witness`insert into registry.orphan_events (event_ref, type, account_ref, livemode, received_at)
      values (${`evt_${slug}_${place}`}, 'payment_intent.succeeded', ${account}, ${livemode}, ${at})`
  }
  salon.setTime('2030-03-04T08:15')
  const own = async () => (await illnesses()).filter((line) => line.includes(`${slug} (`))
  assert.deepEqual(await own(), [])

  await witness`update payments set received_currency = 'usd' where business_id = ${businessId} and id = ${won}`
  await witness`update payments set applied = false where business_id = ${businessId} and id = ${failedLongAgo}`
  await witness`delete from refunds where business_id = ${businessId} and payment_id = ${failedLongAgo}`
  await witness`update bookings set payment_id = null where business_id = ${businessId} and payment_id = ${failedLongAgo}`
  await witness`update registry.processor_accounts set connected_at = ${days(2)} where account_ref = ${account}`
  assert.deepEqual(await own(), [
    `money: Payments do not stand where what is known of them puts them: ${slug} (payment ${won}).`,
    `paid: Payments do not agree with what they paid for: ${slug} (payment ${failedLongAgo}).`,
    `unread: Events of the last day that we could not read: ${slug} (1).`,
  ])
})

test('a monitor without the live keys that a live salon needs hears of it, with wrong ones of those, and the rest is told all the same', async () => {
  const salon = await openSalon({ payments: true })
  await witness`update registry.businesses set mode = 'live' where slug = ${salon.slug}`
  const result = async (env: Record<string, string>) => {
    const { code, ...ran } = await runSilla(['db', 'doctor', '--json'], {
      CLI_DATABASE_URL: urls.cli,
      ...env,
    })
    const { findings: results } = ran.json()
    const lines = results.map(
      ({ check, state, message }: CheckResult) => `${check} ${state}: ${message}`,
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
    SECRETS_KEY: testSecrets.secretsKey.toString('base64'),
  }
  const right = await result(keys)
  assert.deepEqual(
    [right.code, right.lines],
    [
      1,
      [
        `webhook-live problem: There are no live keys of the processor here, and these salons are connected to it: ${salon.slug}.`,
        'webhook-test problem: The processor was never told where to send its events.',
      ],
    ],
  )
  const wrong = await result({ ...keys, STRIPE_SECRET_KEY: 'hush' })
  assert.equal(wrong.count, right.count)
  assert.match(
    wrong.lines.join(),
    /webhook-test problem: This could not be looked at: STRIPE_SECRET_KEY is not right/,
  )
  assert.ok(!wrong.lines.join().includes('hush'))
})

async function illnesses(): Promise<string[]> {
  const problems = checkData(await checkedBusinesses(admin, clock)).filter(
    ({ state }) => state === 'problem',
  )
  // no worker runs here
  const ofMoney = problems.filter(({ check }) => check !== 'mail' && check !== 'events')
  return ofMoney.map(({ check, message }) => `${check}: ${message}`)
}

const booked = async (salon: TestSalon, time: string) =>
  dataOf(await salon.guest.book('Ana', time, { email: `${time.slice(0, 2)}@example.com` }), 201)

/** Our number of the payment. */
const paid = async (salon: TestSalon, time: string) =>
  payOnline(salon, { booking: await booked(salon, time) })

let refunds = 0

const givesBack = async (salon: TestSalon, paymentId: number) =>
  refundPayment(await requestContextFor(salon), {
    paymentId,
    amountCents: null,
    name: `by-hand-${++refunds}`,
  })
