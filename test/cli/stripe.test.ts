import assert from 'node:assert/strict'
import test from 'node:test'
import {
  checkAccount,
  connectAccount,
  deleteRetiredWebhooks,
  reconcileAll,
  scheduleNightly,
  setupWebhook,
} from '@silla/core'
import { assertReconciled } from '../../cli/src/format/reconciliation.ts'
import { testApi } from '../support/api.ts'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { emailsTo } from '../support/emails.ts'
import { jobsDatabase } from '../support/jobs.ts'
import { fakeStripe, testProcessors } from '../support/processor.ts'
import { requestContextFor } from '../support/request-context.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { testSecrets } from '../support/secrets.ts'
import { type Ran, runMany, runSilla } from './run-silla.ts'

const { admin, urls, witness } = await testDatabase()
const { url: apiUrl, clock } = await testApi()
const double = await fakeStripe(clock)
const keys = {
  STRIPE_SECRET_KEY: double.secretKey,
  STRIPE_PUBLISHABLE_KEY: double.publishableKey,
  STRIPE_API_BASE: double.url,
  SECRETS_KEY: testSecrets.secretsKey.toString('base64'),
}
const silla = (...args: string[]) => runSilla(args, { CLI_DATABASE_URL: urls.cli, ...keys })
const inOneProcess = (lines: string[][]) => runMany(lines, { CLI_DATABASE_URL: urls.cli, ...keys })
const openPayableSalon = () => openSalon({ settings: { acceptsOnlinePayments: true } })
const website = 'https://salon.example/thanks'

test('D20: a salon is connected once, told where to go on each time, and can be paid when the processor says so', async () => {
  const salon = await openPayableSalon()
  const before = double.accounts().length
  const link = /^ {2}(http:\/\/127\.0\.0\.1:\d+\/onboarding\/(acct_\w+)\S*)$/m
  const first = link.exec(
    (await silla('stripe', 'connect', salon.slug, '--return-url', website)).stdout,
  )
  const again = await silla(
    'stripe',
    'connect',
    salon.slug,
    '--return-url',
    website,
    '--fee',
    '2.5',
    '--json',
  )
  const { account } = again.json()
  assert.equal(double.accounts().length, before + 1)
  assert.deepEqual(
    [account.account, account.ready, account.feeBasisPoints],
    [first?.[2], false, 250],
  )
  assert.match(account.onboardingUrl, /\/onboarding\//)
  assert.equal(await paysOnline(salon), false)

  double.setCardPayments(account.account, 'active')
  const status = await silla('stripe', 'status', salon.slug)
  assert.match(
    status.stdout,
    new RegExp(`^${salon.slug} +test +${account.account} +ready +2\\.5% `, 'm'),
  )
  assert.equal(await paysOnline(salon), true)
  assert.match((await silla('stripe', 'connect', salon.slug)).stdout, /\nIt can charge cards\.\n$/)

  const gone = await silla('stripe', 'disconnect', salon.slug, '--yes')
  assert.match(
    gone.stdout,
    new RegExp(`stripe connect ${salon.slug} --account ${account.account}\n$`),
  )
  assert.equal(await paysOnline(salon), false)
  const back = await connect(salon, account.account)
  assert.deepEqual(
    [back.account, back.ready, await paysOnline(salon)],
    [account.account, true, true],
  )
})

test('what leads nowhere makes no account: a salon without a website, an address that is none', async () => {
  const salon = await openPayableSalon()
  const before = double.accounts().length
  const wrong: [returnUrl: string | null, message: RegExp][] = [
    [null, /no website to return to/],
    ['salon.example', /^salon\.example is not a URL: expected one like/],
  ]
  for (const [returnUrl, message] of wrong) {
    const input = { slug: salon.slug, account: null, returnUrl, feeBasisPoints: null }
    await assert.rejects(connectAccount(admin, testProcessors, input, clock), {
      code: 'NOT_VALID',
      message,
    })
  }
  assert.equal(double.accounts().length, before)
})

test('an answer that got lost makes no second account: the key is the same', async () => {
  const salon = await openPayableSalon()
  const before = double.accounts().length
  // the library itself tries a broken connection once more
  double.fault({ path: '/v2/core/accounts', kind: 'reset', when: 'after', times: 5 })
  await assert.rejects(connect(salon), { kind: 'unavailable' })
  double.clearFaults()
  const { account } = await connect(salon)
  assert.equal(double.accounts().length, before + 1)
  assert.deepEqual((await connect(salon)).account, account)
})

test('an account is one business’s: what belongs to another, or to nobody we know, is refused in a sentence', async () => {
  const [salon, neighbour] = [await openPayableSalon(), await openPayableSalon()]
  const { account } = await connect(neighbour)
  const wrong: [account: string, message: string][] = [
    [account, `${account} belongs to another business, ${neighbour.slug}.`],
    ['acct_nobody', 'There is no account acct_nobody, or it is not connected to the platform.'],
    ['nonsense', 'nonsense is not an account ID: expected one like acct_1AbC.'],
  ]
  for (const [requested, message] of wrong) {
    await assert.rejects(connect(salon, requested), { message })
  }
  const observation = await silla('stripe', 'connect', salon.slug, '--account', account)
  assert.deepEqual(
    [observation.code, observation.stderr],
    [1, `Error: ${account} belongs to another business, ${neighbour.slug}.\n`],
  )
  const other = double.addAccount()
  await assert.rejects(connect(neighbour, other.id), { code: 'CONNECTED_ALREADY' })
})

test('D23: a salon whose account stops goes on unpaid and is told once, each time that it stops', async () => {
  const salon = await openPayableSalon()
  const { account } = await connect(salon)
  const context = await requestContextFor(salon)
  const becomes = async (state: 'active' | 'restricted', time: string) => {
    salon.setTime(time)
    double.setCardPayments(account, state)
    for (const _ of ['the event', 'and once more'])
      await checkAccount(context, testProcessors, account)
    return paysOnline(salon)
  }
  assert.equal(await becomes('active', '2030-03-04T09:00'), true)
  assert.equal(await becomes('restricted', '2030-03-04T10:00'), false)
  assert.equal(await becomes('active', '2030-03-04T11:00'), true)
  salon.setTime('2030-03-04T12:00')
  double.deauthorize(account)
  await checkAccount(context, testProcessors, account)
  assert.equal(await paysOnline(salon), false)
  const emails = await emailsTo(salon, 'hola@example.com')
  assert.deepEqual(
    emails.map(({ kind, payload }) => [kind, payload.account]),
    [
      ['account_restricted', account],
      ['account_restricted', account],
    ],
  )
})

test('one endpoint hears of all salons: made once, kept sealed, tried from both ends', async () => {
  const ensure = (...more: string[]) =>
    silla('stripe', 'webhook', 'setup', new URL(apiUrl).origin, ...more)
  const url = `${apiUrl}/webhooks/processor/`
  const made = await ensure()
  const [endpoint] = double.endpoints()
  assert.equal(made.stdout.split('\n')[0], `created   ${endpoint?.id} (test): ${url}`)
  assert.equal((await ensure()).stdout.split('\n')[0], `unchanged ${endpoint?.id} (test): ${url}`)
  assert.deepEqual(
    [double.endpoints().length, endpoint?.connect, endpoint?.api_version],
    [1, true, '2026-10-28.endive'],
  )
  const [row] = await witness`select sealed_secret from registry.webhook_endpoints`
  assert.ok(endpoint && !Buffer.from(row?.sealedSecret).includes(endpoint.secret))
  assert.ok(!made.stdout.includes(endpoint.secret))

  // what is signed now is believed for five minutes
  clock.set(new Date())
  const tried = await silla('stripe', 'webhook', 'verify')
  assert.deepEqual(
    [tried.code, tried.stdout.match(/^ {2}(yes|no )/gm)],
    [0, ['  yes', '  yes', '  yes', '  yes']],
  )
  assert.equal((await witness`select event_ref from registry.orphan_events`).length, 0)
})

test('rotating leaves the old secret a day; then the night deletes its endpoint', async () => {
  const parts = { processors: testProcessors, secretsKey: testSecrets.secretsKey }
  const query = { baseUrl: new URL(apiUrl).origin, rotate: false, onlyThis: true }
  clock.set('2030-05-06T09:00')
  const [old] = await setupWebhook(admin, parts, query, clock)
  const [renewed] = await setupWebhook(admin, parts, { ...query, rotate: true }, clock)
  assert.deepEqual([renewed?.outcome, renewed?.previous?.endpoint], ['rotated', old?.endpoint])
  const believed = async () =>
    (await witness`select secret.endpoint_ref from registry.webhook_secrets(${clock.now()}) secret`)
      .length
  assert.deepEqual([await believed(), double.endpoints().length], [2, 2])

  clock.set('2030-05-07T08:59')
  assert.deepEqual(await deleteRetiredWebhooks(admin, testProcessors, clock), [])
  clock.set('2030-05-07T09:00')
  assert.equal(await believed(), 1)
  const { tenant } = await requestContextFor(await openSalon())
  clock.set('2030-05-07T09:00')
  const tenants = { catalogLookUps: { hits: 0, misses: 0 }, tenant: () => tenant }
  await scheduleNightly(await jobsDatabase(), { tenants, processors: testProcessors, clock })
  assert.deepEqual(
    double.endpoints().map(({ id }) => id),
    [renewed?.endpoint],
  )
  const [changed] = await setupWebhook(admin, parts, { ...query, leaked: true }, clock)
  assert.deepEqual([changed?.outcome, changed?.previous, await believed()], ['rotated', null, 1])
  assert.deepEqual(
    double.endpoints().map(({ id }) => id),
    [changed?.endpoint],
  )
})

test('an endpoint that is gone, or whose secret nobody can open, is made anew; one elsewhere is told of', async () => {
  const parts = { processors: testProcessors, secretsKey: testSecrets.secretsKey }
  const params = { baseUrl: 'https://api.salons.example', rotate: false, onlyThis: false }
  const [there] = await setupWebhook(admin, parts, params, clock)
  assert.ok(there && there.otherEndpoints.length === 1)
  await testProcessors('test')?.deleteWebhookEndpoint({
    endpointRef: there.endpoint,
    budget: { remainingMilliseconds: () => 5000 },
  })
  const [anew] = await setupWebhook(admin, parts, params, clock)
  assert.deepEqual([anew?.outcome, anew?.endpoint !== there.endpoint], ['created', true])
  const [resealed] = await setupWebhook(
    admin,
    { ...parts, secretsKey: Buffer.alloc(32, 'another') },
    params,
    clock,
  )
  assert.ok(resealed?.outcome === 'created')
  const failed = await silla('stripe', 'webhook', 'verify', '--json')
  const { message, webhooks } = failed.json().error
  assert.deepEqual([failed.code, message], [1, 'The webhook does not work: see the failed checks.'])
  const at = webhooks.find(({ url }: { url: string }) =>
    url.startsWith('https://api.salons.example/'),
  )
  assert.match(at.checks[1].actual, /another SECRETS_KEY/)
  const only = await silla('stripe', 'webhook', 'setup', new URL(apiUrl).origin, '--only')
  assert.match(
    only.stdout,
    new RegExp(
      `^ {2}Deleted ${resealed.endpoint}, which sent to https://api\\.salons\\.example/`,
      'm',
    ),
  )
  assert.deepEqual([only.code, double.endpoints().length], [0, 1])
})

test('payments are listed, shown, given back and compared', async () => {
  const salon = await openSalon({ payments: true, professionals: ['Ana'], now: '2030-03-04T08:00' })
  const booking = (await salon.guest.book('Ana', '10:00', { nombre: 'Lola\u001B[31m' })).data
  const intent = await salon.guest.createIntent(booking)
  salon.stripe.pay(intent)
  dataOf(await salon.guest.confirmPayment(intent, { codigo: booking.codigo }))
  const payments = (...lines: string[][]) =>
    inOneProcess(lines.map((line) => ['payments', ...line, '-b', salon.slug]))
  const [list, next] = (await payments(['list'], ['list', '--page', '2', '--json'])) as [Ran, Ran]
  assert.deepEqual(next.json(), { payments: [], total: 1, page: 2, limit: 50 })
  const [, id = ''] =
    /^(\d+) +2030-03-04 08:00 +booking \d+ +\S.* +18\.00 EUR +completed +pi_\w+$/m.exec(
      list.stdout,
    ) ?? []

  const [tooMuch, part, again, text, result] = (await payments(
    ['refund', id, '--amount', '18.01', '--yes'],
    ['refund', id, '--amount', '5.50', '--yes', '--name', 'towel'],
    ['refund', id, '--amount', '5.50', '--yes', '--name', 'towel', '--json'],
    ['show', id],
    ['show', id, '--json'],
  )) as [Ran, Ran, Ran, Ran, Ran]
  assert.deepEqual(
    [tooMuch.code, tooMuch.stderr],
    [1, `Error: At most 18.00 EUR of payment ${id} can be refunded.\n`],
  )
  assert.match(part.stdout, /^Refunding 5\.50 EUR to Lola; the worker sends the refund\.\n$/)
  assert.match(text.stdout, /^State +completed$/m)
  assert.match(text.stdout, /^Refund +5\.50 EUR pending \(business\) -$/m)
  assert.deepEqual(result.json().refunds, [again.json().refund])
  assert.deepEqual([again.json().amountCents, /^Customer +Lola$/m.test(text.stdout)], [0, true])

  const [rest, said, nothing, other, unasked] = (await payments(
    ['refund', id, '--dry-run', '--json'],
    ['refund', id, '--dry-run'],
    ['refund', id, '--amount', '0', '--yes'],
    ['refund', id, '--amount', '6', '--yes', '--name', 'towel'],
    ['refund', id, '--amount', '6'],
  )) as [Ran, Ran, Ran, Ran, Ran]
  assert.deepEqual(rest.json(), { dryRun: true, amountCents: 1250, refund: null })
  assert.match(
    said.stdout,
    /^12\.50 EUR of the 18\.00 EUR that Lola paid for booking \d+ would be refunded\.\n$/,
  )
  assert.deepEqual([nothing.code, unasked.code, /pass --yes/.test(unasked.stderr)], [2, 2, true])
  assert.equal(
    other.stderr,
    `Error: The name towel belongs to another refund: 5.50 of payment ${id}.\n`,
  )
})

test('D22: books that agree are told in a line, a difference with its numbers and exit code 1', async () => {
  const salon = await openSalon({ payments: true })
  const reconcile = (...more: string[]) =>
    silla('payments', 'reconcile', '--business', salon.slug, ...more)
  clock.set(new Date())
  assert.equal(
    (await reconcile()).stdout,
    `Payments of ${salon.slug} match the processor (2 days).\n`,
  )
  clock.set(new Date(Date.now() - 5 * 3_600_000))
  const intentRef = await paysAStranger(salon)
  clock.set(new Date())
  const differing = await reconcile('--days', '1')
  assert.match(
    differing.stdout,
    new RegExp(
      `^${salon.slug} +- +${intentRef} +${salon.stripe.account} +unknown at Silla +- +12\\.34 EUR$`,
      'm',
    ),
  )
  assert.equal(
    differing.stderr,
    `Error: 1 difference between the payments of ${salon.slug} and the processor.\n`,
  )
  assert.equal(differing.code, 1)
})

test('D22: the books of all salons are compared at once; one whose account is gone is told and stops nobody', async () => {
  const [agreeing, differing, gone] = [
    await openSalon({ payments: true }),
    await openSalon({ payments: true }),
    await openSalon({ payments: true }),
  ]
  const unpaid = await openPayableSalon()
  clock.set(new Date())
  const intentRef = await paysAStranger(differing)
  double.deauthorize(gone.stripe.account)
  const ran = await silla('payments', 'reconcile', '--all', '--mode', 'test', '--json')
  const { message, salons } = ran.json().error
  const told = (salon: TestSalon) =>
    salons.find(({ slug }: { slug: string }) => slug === salon.slug)
  assert.equal(ran.code, 1)
  assert.deepEqual(told(agreeing), {
    slug: agreeing.slug,
    outcome: 'agrees',
    differences: [],
    error: null,
  })
  assert.deepEqual(told(differing), {
    slug: differing.slug,
    outcome: 'differs',
    differences: [
      {
        ...{ kind: 'unknown_at_silla', account: differing.stripe.account, intentRef },
        ...{ receivedCents: 1234, currency: 'EUR' },
      },
    ],
    error: null,
  })
  assert.deepEqual([told(gone).outcome, told(gone).differences], ['failed', []])
  assert.throws(() => assertReconciled([told(gone)], 0), {
    message: /^1 of 1 salon could not be compared\.\n/,
  })
  assert.match(message, / of \d+ salons could not be compared\.\n/)
  assert.ok(message.split('\n').includes(`${gone.slug}: ${told(gone).error.message}`))
  assert.equal(told(unpaid), undefined)

  const table = (await silla('payments', 'reconcile', '--all')).stdout
  assert.match(table, new RegExp(`^${agreeing.slug} +agrees +0$`, 'm'))
  assert.match(table, new RegExp(`^${differing.slug} +differs +1$`, 'm'))
  assert.match(table, new RegExp(`^${gone.slug} +failed$`, 'm'))
  const stopped = new AbortController()
  const ask = {
    from: clock.now(),
    to: clock.now(),
    onDone: () => stopped.abort(),
    signal: stopped.signal,
  }
  const nobody = () => Promise.reject(new Error('nobody works'))
  const begun = await reconcileAll([...'abcdefgh'], nobody, testProcessors, ask)
  assert.equal(
    begun.map(({ slug }) => slug).join(''),
    'abcd',
    'those that are under way come to their end',
  )
  assert.throws(() => assertReconciled([], 3), {
    message: 'Interrupted: 0 of 3 salons were compared.',
  })

  const none = await silla('payments', 'reconcile', '--all', '--mode', 'demo')
  const nothing = 'No demo business has an account at the processor. Nothing to reconcile.\n'
  assert.deepEqual([none.code, none.stdout], [0, nothing])
})

test('without keys of the processor, or with ones that are not right, it says so', async () => {
  const salon = await openPayableSalon()
  const bare = { CLI_DATABASE_URL: urls.cli }
  const wrong: [env: Record<string, string>, args: string[], message: RegExp][] = [
    [{}, ['connect', salon.slug], /The processor has no test credentials: set STRIPE_SECRET_KEY\./],
    [{}, ['webhook', 'setup', 'https://api.salons.example'], /SECRETS_KEY is not set/],
    [{ STRIPE_SECRET_KEY: 'hush' }, ['connect', salon.slug], /STRIPE_SECRET_KEY is invalid/],
    [
      { ...keys, STRIPE_API_BASE: 'http://127.0.0.1:1' },
      ['connect', salon.slug, '--return-url', website],
      /The processor is not reachable/,
    ],
  ]
  for (const [env, args, message] of wrong) {
    const ran = await runSilla(['stripe', ...args], { ...bare, ...env })
    assert.match(ran.stderr, new RegExp(`^Error: .*${message.source}.*\n$`))
    assert.deepEqual([ran.code, ran.stdout, ran.stderr.includes('hush')], [1, '', false])
  }
})

const connect = ({ slug }: TestSalon, account: string | null = null) =>
  connectAccount(
    admin,
    testProcessors,
    { slug, account, returnUrl: website, feeBasisPoints: null },
    clock,
  )

/** Somebody pays on the salon's account without our knowing. */
async function paysAStranger(salon: TestSalon): Promise<string> {
  const of = {
    account: salon.stripe.account,
    businessId: salon.businessId,
    budget: { remainingMilliseconds: () => 5000 },
  }
  const processor = testProcessors('test') ?? assert.fail()
  const stranger = {
    key: `stranger:${salon.slug}`,
    email: 'lucia@example.com',
    name: 'Lucía',
    customerId: 1,
  }
  const { customerRef } = await processor.createCustomer({ ...of, ...stranger })
  const { intentRef } = await processor.createIntent({
    ...of,
    paymentId: 4_000_000,
    customerRef,
    key: `intent:${salon.slug}`,
    amountCents: 1234,
    currency: 'EUR',
    feeCents: 0,
    description: 'Nobody asked us',
  })
  salon.stripe.fake.pay(intentRef)
  return intentRef
}

async function paysOnline(salon: TestSalon): Promise<boolean> {
  // whoever asks for free time compares versions; the notice itself takes a moment
  await salon.guest.get('/disponibilidad/dias/')
  return dataOf(await salon.guest.get('/negocio/')).configuracion.acepta_pagos_online
}
