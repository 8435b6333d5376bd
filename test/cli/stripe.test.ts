import assert from 'node:assert/strict'
import test from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import {
  checkAccount,
  connectAccount,
  deleteRetiredWebhooks,
  scheduleNightly,
  setupWebhook,
} from '@silla/core'
import { testApi } from '../support/api.ts'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { emailsTo } from '../support/emails.ts'
import { jobsDatabase } from '../support/jobs.ts'
import { fakeStripe, testProcessors } from '../support/processor.ts'
import { requestContextFor } from '../support/request-context.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { testSecrets } from '../support/secrets.ts'
import { runSilla } from './run-silla.ts'

const { admin, urls, witness } = await testDatabase()
const { url: apiUrl, clock } = await testApi()
const stripe = await fakeStripe(clock)
const keys = {
  STRIPE_SECRET_KEY: stripe.secretKey,
  STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
  STRIPE_API_BASE: stripe.url,
  SECRETS_KEY: testSecrets.secretsKeys.current.toString('base64'),
}
const silla = (...args: string[]) => runSilla(args, { CLI_DATABASE_URL: urls.cli, ...keys })
const openPayableSalon = () => openSalon({ settings: { acceptsOnlinePayments: true } })
const website = 'https://salon.example/thanks'

test('D20: a salon is connected once, gets an onboarding link each time, and accepts payments once the account is active', async () => {
  const salon = await openPayableSalon()
  const before = stripe.accounts().length
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
  assert.equal(stripe.accounts().length, before + 1)
  assert.deepEqual(
    [account.account, account.ready, account.feeBasisPoints],
    [first?.[2], false, 250],
  )
  assert.match(account.onboardingUrl, /\/onboarding\//)
  assert.equal(await paysOnline(salon), false)

  const env = { CLI_DATABASE_URL: urls.cli, ...keys, PUBLIC_URL: 'https://book.example' }
  const page = await runSilla(['stripe', 'connect', salon.slug], env)
  assert.match(page.stdout, /^ {2}https:\/\/book\.example\/conectar\/[a-z2-7]{32}$/m)
  assert.match(page.stdout, /Run this command again for a new one, which ends this one\./)

  stripe.setCardPayments(account.account, 'active')
  const status = await silla('stripe', 'status', salon.slug)
  assert.match(
    status.stdout,
    new RegExp(`^${salon.slug} +test +${account.account} +ready +2\\.5% `, 'm'),
  )
  assert.equal(await paysOnline(salon), true)
  assert.match((await silla('stripe', 'connect', salon.slug)).stdout, /\nIt can charge cards\.\n$/)

  const disconnected = await silla('stripe', 'disconnect', salon.slug, '--yes')
  assert.match(
    disconnected.stdout,
    new RegExp(`stripe connect ${salon.slug} --account ${account.account}\n$`),
  )
  assert.equal(await paysOnline(salon), false)
  const back = await connect(salon, account.account)
  assert.deepEqual(
    [back.account, back.ready, await paysOnline(salon)],
    [account.account, true, true],
  )
})

test('no account is created without a valid return URL', async () => {
  const salon = await openPayableSalon()
  const before = stripe.accounts().length
  const cases: [returnUrl: string | null, message: RegExp][] = [
    [null, /no website with HTTPS to return to/],
    ['salon.example', /^salon\.example is not an HTTPS URL: expected one like/],
    ['http://salon.example/', /^http:\/\/salon\.example\/ is not an HTTPS URL/],
  ]
  for (const [returnUrl, message] of cases) {
    const input = {
      slug: salon.slug,
      account: null,
      returnUrl,
      publicUrl: null,
      feeBasisPoints: null,
    }
    await assert.rejects(connectAccount(admin, testProcessors, input, clock), {
      code: 'NOT_VALID',
      message,
    })
  }
  assert.equal(stripe.accounts().length, before)
})

test('a lost response creates no second account, because the idempotency key is the same', async () => {
  const salon = await openPayableSalon()
  const before = stripe.accounts().length
  // Stripe's library itself retries a broken connection
  stripe.fault({ path: '/v2/core/accounts', kind: 'reset', when: 'after', times: 5 })
  await assert.rejects(connect(salon), { kind: 'unavailable' })
  stripe.clearFaults()
  const { account } = await connect(salon)
  assert.equal(stripe.accounts().length, before + 1)
  assert.deepEqual((await connect(salon)).account, account)
})

test('an account of another business and an unknown account are rejected with one sentence', async () => {
  const [salon, neighbour] = [await openPayableSalon(), await openPayableSalon()]
  const { account } = await connect(neighbour)
  const cases: [account: string, message: string][] = [
    [account, `${account} belongs to another business, ${neighbour.slug}.`],
    ['acct_nobody', 'There is no account acct_nobody, or it is not connected to the platform.'],
    ['nonsense', 'nonsense is not an account ID: expected one like acct_1AbC.'],
  ]
  for (const [requested, message] of cases) {
    await assert.rejects(connect(salon, requested), { message })
  }
  const result = await silla('stripe', 'connect', salon.slug, '--account', account)
  assert.deepEqual(
    [result.code, result.stderr],
    [1, `Error: ${account} belongs to another business, ${neighbour.slug}.\n`],
  )
  const other = stripe.addAccount()
  await assert.rejects(connect(neighbour, other.id), { code: 'CONNECTED_ALREADY' })
})

test('D23: a salon whose account is restricted stops accepting payments and gets one email each time', async () => {
  const salon = await openPayableSalon()
  const { account } = await connect(salon)
  const context = await requestContextFor(salon)
  const becomes = async (state: 'active' | 'restricted', time: string) => {
    salon.setTime(time)
    stripe.setCardPayments(account, state)
    for (const _ of ['the event', 'and once more'])
      await checkAccount(context, testProcessors, account)
    return paysOnline(salon)
  }
  assert.equal(await becomes('active', '2030-03-04T09:00'), true)
  assert.equal(await becomes('restricted', '2030-03-04T10:00'), false)
  assert.equal(await becomes('active', '2030-03-04T11:00'), true)
  salon.setTime('2030-03-04T12:00')
  stripe.deauthorize(account)
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

test('one webhook endpoint serves all salons: created once, its secret stored encrypted, verified end to end', async () => {
  const ensure = (...more: string[]) =>
    silla('stripe', 'webhook', 'setup', new URL(apiUrl).origin, ...more)
  const url = `${apiUrl}/webhooks/processor/`
  const made = await ensure()
  const [endpoint] = stripe.endpoints()
  assert.equal(made.stdout.split('\n')[0], `created   ${endpoint?.id} (test): ${url}`)
  assert.equal((await ensure()).stdout.split('\n')[0], `unchanged ${endpoint?.id} (test): ${url}`)
  assert.deepEqual(
    [stripe.endpoints().length, endpoint?.connect, endpoint?.api_version],
    [1, true, '2026-10-28.endive'],
  )
  const [row] = await witness`select sealed_secret from registry.webhook_endpoints`
  assert.ok(endpoint && !Buffer.from(row?.sealedSecret).includes(endpoint.secret))
  assert.ok(!made.stdout.includes(endpoint.secret))

  // event signatures are accepted for five minutes
  clock.set(new Date())
  const tried = await silla('stripe', 'webhook', 'verify')
  assert.deepEqual(
    [tried.code, tried.stdout.match(/^ {2}(yes|no )/gm)],
    [0, Array(12).fill('  yes')],
  )
  assert.equal((await witness`select event_ref from registry.orphan_events`).length, 0)
})

test('a rotated webhook secret works for one more day; then the nightly job deletes its endpoint', async () => {
  const parts = { processors: testProcessors, secretsKeys: testSecrets.secretsKeys }
  const query = { baseUrl: new URL(apiUrl).origin, rotate: false, onlyThis: true }
  clock.set('2030-05-06T09:00')
  const [old] = await setupWebhook(admin, parts, query, clock)
  const [renewed] = await setupWebhook(admin, parts, { ...query, rotate: true }, clock)
  assert.deepEqual([renewed?.outcome, renewed?.previous?.endpoint], ['rotated', old?.endpoint])
  const acceptedSecrets = async () =>
    (await witness`select secret.endpoint_ref from registry.webhook_secrets(${clock.now()}) secret`)
      .length
  assert.deepEqual(
    [await acceptedSecrets(), stripe.endpoints().length, stripe.destinations().length],
    [4, 2, 2],
  )

  clock.set('2030-05-07T08:59')
  assert.deepEqual(await deleteRetiredWebhooks(admin, testProcessors, clock), [])
  clock.set('2030-05-07T09:00')
  assert.equal(await acceptedSecrets(), 2)
  const { tenant } = await requestContextFor(await openSalon())
  clock.set('2030-05-07T09:00')
  const tenants = {
    catalogLookUps: { hits: 0, misses: 0 },
    freshCatalog: () => undefined,
    tenant: () => tenant,
  }
  await scheduleNightly(await jobsDatabase(), { tenants, processors: testProcessors, clock })
  assert.deepEqual(
    stripe.endpoints().map(({ id }) => id),
    [renewed?.endpoint],
  )
  const [changed] = await setupWebhook(admin, parts, { ...query, leaked: true }, clock)
  assert.deepEqual(
    [changed?.outcome, changed?.previous, await acceptedSecrets()],
    ['rotated', null, 2],
  )
  assert.deepEqual(
    stripe.endpoints().map(({ id }) => id),
    [changed?.endpoint],
  )
})

test('D20: after an upgrade an endpoint gets other events, and one of another API version is replaced without losing an event', async () => {
  clock.set('2030-05-08T09:00')
  const ensure = async (...more: string[]) => {
    const made = await silla(
      'stripe',
      'webhook',
      'setup',
      new URL(apiUrl).origin,
      '--json',
      ...more,
    )
    return made.json().webhooks[0]
  }
  const ownEndpoint = async () => {
    const { endpoint } = await ensure('--only')
    return stripe.endpoints().find(({ id }) => id === endpoint) ?? assert.fail()
  }
  const failedChecks = async () => {
    // the API reads secrets at most once a second, so it may not know the newest one before
    await wait(1000)
    clock.set(new Date())
    const { webhooks } = (await silla('stripe', 'webhook', 'verify', '--json')).json().error
    const checks: { ok: boolean; actual: string }[] = webhooks[0].checks
    return checks.filter(({ ok }) => !ok).map(({ actual }) => actual)
  }
  const old = await ownEndpoint()
  const handled = old.enabled_events
  old.enabled_events = [...handled.slice(1), 'charge.succeeded']
  assert.deepEqual(await failedChecks(), [
    `it does not send ${handled[0]}, and it sends charge.succeeded, which has no effect`,
  ])
  assert.deepEqual([(await ensure()).outcome, old.enabled_events], ['updated', handled])
  assert.equal((await ensure()).outcome, 'unchanged')

  old.api_version = '2025-09-30.clover'
  assert.deepEqual(await failedChecks(), ['its events have the API version 2025-09-30.clover'])
  const { outcome, endpoint, previous } = await ensure()
  assert.deepEqual([outcome, previous.endpoint], ['replaced', old.id])
  const replaced = stripe.endpoints().find(({ id }) => id === endpoint)
  assert.deepEqual(
    [replaced?.api_version, replaced?.enabled_events],
    ['2026-10-28.endive', handled],
  )
  assert.ok(stripe.endpoints().includes(old), 'it still delivers what is in transit')
  const accepted = await witness<{ endpointRef: string }[]>`
    select secret.endpoint_ref from registry.webhook_secrets(now()) secret`
  for (const { id } of [old, { id: endpoint }])
    assert.ok(accepted.some(({ endpointRef }) => endpointRef === id))
  assert.equal((await ensure()).outcome, 'unchanged')
  await witness`delete from registry.webhook_endpoints where retires_at is not null`
  await testProcessors('test')?.deleteWebhookEndpoint({
    endpointRef: old.id,
    payload: 'snapshot',
    budget: { remainingMilliseconds: () => 5000 },
  })
})

test('a missing endpoint or one with an undecryptable secret is recreated; other endpoints are reported', async () => {
  const parts = { processors: testProcessors, secretsKeys: testSecrets.secretsKeys }
  const params = { baseUrl: 'https://api.salons.example', rotate: false, onlyThis: false }
  const [there] = await setupWebhook(admin, parts, params, clock)
  assert.ok(there && there.otherEndpoints.length === 1)
  await testProcessors('test')?.deleteWebhookEndpoint({
    endpointRef: there.endpoint,
    payload: 'snapshot',
    budget: { remainingMilliseconds: () => 5000 },
  })
  const [recreated] = await setupWebhook(admin, parts, params, clock)
  assert.deepEqual([recreated?.outcome, recreated?.endpoint !== there.endpoint], ['created', true])
  const [reencrypted] = await setupWebhook(
    admin,
    { ...parts, secretsKeys: { current: Buffer.alloc(32, 'another'), previous: null } },
    params,
    clock,
  )
  assert.ok(reencrypted?.outcome === 'created')
  const failed = await silla('stripe', 'webhook', 'verify', '--json')
  const { message, webhooks } = failed.json().error
  assert.deepEqual([failed.code, message], [1, 'The webhook does not work: see the failed checks.'])
  const at = webhooks.find(({ url }: { url: string }) =>
    url.startsWith('https://api.salons.example/'),
  )
  assert.match(JSON.stringify(at.checks), /another SECRETS_KEY/)
  const only = await silla('stripe', 'webhook', 'setup', new URL(apiUrl).origin, '--only')
  assert.match(
    only.stdout,
    new RegExp(
      `^ {2}Deleted ${reencrypted.endpoint}, which sent to https://api\\.salons\\.example/`,
      'm',
    ),
  )
  assert.deepEqual([only.code, stripe.endpoints().length], [0, 1])
})

test('missing or invalid processor keys are one-line errors', async () => {
  const salon = await openPayableSalon()
  const bare = { CLI_DATABASE_URL: urls.cli }
  const cases: [env: Record<string, string>, args: string[], message: RegExp][] = [
    [{}, ['connect', salon.slug], /The processor has no test credentials: set STRIPE_SECRET_KEY\./],
    [{}, ['webhook', 'setup', 'https://api.salons.example'], /SECRETS_KEY is not set/],
    [{ STRIPE_SECRET_KEY: 'hush' }, ['connect', salon.slug], /STRIPE_SECRET_KEY is invalid/],
    [
      { ...keys, STRIPE_API_BASE: 'http://127.0.0.1:1' },
      ['connect', salon.slug, '--return-url', website],
      /The processor is not reachable/,
    ],
  ]
  for (const [env, args, message] of cases) {
    const ran = await runSilla(['stripe', ...args], { ...bare, ...env })
    assert.match(ran.stderr, new RegExp(`^Error: .*${message.source}.*\n$`))
    assert.deepEqual([ran.code, ran.stdout, ran.stderr.includes('hush')], [1, '', false])
  }
})

const connect = ({ slug }: TestSalon, account: string | null = null) =>
  connectAccount(
    admin,
    testProcessors,
    { slug, account, returnUrl: website, publicUrl: null, feeBasisPoints: null },
    clock,
  )

async function paysOnline(salon: TestSalon): Promise<boolean> {
  // a request for free times compares catalog versions; the notification takes a moment
  await salon.guest.get('/disponibilidad/dias/')
  return dataOf(await salon.guest.get('/negocio/')).configuracion.acepta_pagos_online
}
