import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  checkAccount,
  connectAccount,
  disconnectAccount,
  openTenants,
  registerChangedAddress,
} from '@silla/core'
import { checkWallets } from '@silla/core/health/check-wallets'
import { checkedBusinesses } from '@silla/core/health/checked-businesses'
import { createKey, revokeKey } from '@silla/tenants'
import { testApi } from '../support/api.ts'
import { testDatabase } from '../support/database.ts'
import { jobsDatabase, runJobs } from '../support/jobs.ts'
import { fakeStripe, testProcessors } from '../support/processor.ts'
import { requestContextFor } from '../support/request-context.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { workerConnections } from '../support/worker-connections.ts'

const { admin, witness } = await testDatabase()
const { clock } = await testApi()
const stripe = await fakeStripe(clock)
const publicUrl = 'https://book.example'
const run = () => runJobs({ clock }, { publicUrl })

test('D52: the domains of the page and of keys are registered when account, page or keys change', async () => {
  const salon = await openSalon({ payments: true, settings: { onlinePage: true } })
  const { account } = salon.stripe
  await run()
  assert.deepEqual(await domainsOf(salon), [['book.example', true, '']])
  assert.deepEqual(registeredAt(account), ['book.example'])

  const key = await createKey(admin, salon.businessId, {
    kind: 'publishable',
    name: 'Web',
    origins: [
      'https://salon.example',
      'https://www.salon.example:8443',
      'http://plain.example',
      'http://localhost:5173',
      'https://192.0.2.7',
    ],
  })
  await run()
  const all = ['book.example', 'salon.example', 'www.salon.example']
  assert.deepEqual(
    (await domainsOf(salon)).map(([domain]) => domain),
    all,
  )
  assert.deepEqual(registeredAt(account), all)

  await revokeKey(admin, salon.businessId, key.keyId)
  await salon.apply({ settings: { onlinePage: false, acceptsOnlinePayments: true } })
  await run()
  assert.deepEqual(await domainsOf(salon), [])
  assert.deepEqual(registeredAt(account), all, 'Stripe deletes none')
  assert.deepEqual(enabledAt(account), [])

  await salon.apply({ settings: { onlinePage: true, acceptsOnlinePayments: true } })
  await run()
  assert.deepEqual(enabledAt(account), ['book.example'], 'what is wanted again is enabled')
  await createKey(admin, salon.businessId, { kind: 'publishable', name: 'x', origins: [] })
  const before = stripe.calls.length
  await run()
  assert.deepEqual(await domainsOf(salon), [['book.example', true, '']])
  const calls = stripe.calls.slice(before).filter(({ path }) => path.includes('domains'))
  assert.deepEqual(
    calls.map(({ method }) => method),
    ['GET'],
    'what is active is only compared',
  )
})

test('D52: an account that becomes ready gets its domains, one that is not gets none', async () => {
  const salon = await openSalon({ payments: true, settings: { onlinePage: true } })
  const { account } = salon.stripe
  await run()
  stripe.setCardPayments(account, 'restricted')
  await checkNow(salon, account)
  stripe.deleteTestData(account)
  await createKey(admin, salon.businessId, { kind: 'publishable', name: 'x', origins: [] })
  await run()
  assert.deepEqual(registeredAt(account), [])
  stripe.setCardPayments(account, 'active')
  await checkNow(salon, account)
  assert.deepEqual(registeredAt(account), ['book.example'])
})

test('D52: what cannot be verified, is switched off or refused is tried again at night, and the doctor names it', async () => {
  const salon = await openSalon({ payments: true, settings: { onlinePage: true } })
  const { account } = salon.stripe
  const { slug: only } = salon
  const doctor = async () =>
    checkWallets(await checkedBusinesses(admin, clock, { full: false, only }), publicUrl)
  const problem = (...domains: string[]) => ({
    ...{ check: 'wallets', status: 'problem', code: 'walletsNotOffered' },
    facts: { domains: domains.map((domain) => ({ slug: salon.slug, domain })) },
  })
  assert.deepEqual(await doctor(), problem('book.example'), 'not registered yet')

  stripe.unreachableDomains.add('book.example')
  await run()
  assert.deepEqual(await domainsOf(salon), [['book.example', false, '']])
  assert.deepEqual(await doctor(), problem('book.example'))
  stripe.unreachableDomains.clear()
  await night()
  assert.deepEqual(await domainsOf(salon), [['book.example', true, '']])
  assert.partialDeepStrictEqual(await doctor(), { code: 'walletsOffered', facts: { count: 1 } })

  const [domain] = stripe.domains(account)
  if (domain) domain.enabled = false
  await night()
  assert.equal(stripe.domains(account)[0]?.enabled, true)

  const origins = ['https://bad_name.example']
  await createKey(admin, salon.businessId, { kind: 'publishable', name: 'x', origins })
  stripe.fault({ path: '/v1/payment_method_domains', kind: 'error', times: 20 })
  await runJobs({ clock }, { publicUrl, mayFail: true })
  stripe.clearFaults()
  clock.set(new Date(clock.now().getTime() + 3_600_000))
  await run()
  assert.deepEqual(
    (await domainsOf(salon)).map(([name, active]) => [name, active]),
    [['book.example', true]],
  )
})

test('D52: a domain that is not the salon’s any more is disabled also after a failure, its own are left alone', async () => {
  const salon = await openSalon({ payments: true, settings: { onlinePage: true } })
  const { account } = salon.stripe
  await run()
  const { account: other } = (await openSalon({ payments: true })).stripe
  const own = 'own.example'
  const processor = testProcessors('test')
  const budget = { remainingMilliseconds: () => 5000 }
  await processor?.registerDomain({ account, domain: own, budget })
  await processor?.registerDomain({ account: other, domain: 'book.example', budget })
  await salon.apply({ settings: { onlinePage: false, acceptsOnlinePayments: true } })
  stripe.fault({ path: '/v1/payment_method_domains', kind: 'error', times: 20 })
  await runJobs({ clock }, { publicUrl, mayFail: true })
  stripe.clearFaults()
  assert.deepEqual(enabledAt(account), ['book.example', own])
  assert.deepEqual(await domainsOf(salon), [['book.example', true, '']], 'until it is disabled')
  await night()
  assert.deepEqual(enabledAt(account), [own])
  assert.deepEqual(await domainsOf(salon), [])
  assert.deepEqual(enabledAt(other), ['book.example'])
})

test('D52: an account that is disconnected or replaced keeps no domain, and gets them back with the salon', async () => {
  const salon = await openSalon({ payments: true, settings: { onlinePage: true } })
  const { account } = salon.stripe
  await run()
  const own = 'own.example'
  const processor = testProcessors('test')
  const budget = { remainingMilliseconds: () => 5000 }
  await processor?.registerDomain({ account, domain: own, budget })
  const connect = (ref: string) =>
    connectAccount(
      admin,
      testProcessors,
      {
        ...{ slug: salon.slug, account: ref, returnUrl: null, publicUrl, feeBasisPoints: null },
      },
      clock,
    )

  await disconnectAccount(admin, salon.slug, clock)
  stripe.fault({ path: '/v1/payment_method_domains', kind: 'error', times: 20 })
  await runJobs({ clock }, { publicUrl, mayFail: true })
  stripe.clearFaults()
  assert.deepEqual(enabledAt(account), ['book.example', own], 'tried again')
  await night()
  assert.deepEqual(enabledAt(account), [own], 'that of the salon is left alone')
  assert.deepEqual(await domainsOf(salon), [])

  await connect(account)
  await run()
  assert.deepEqual(enabledAt(account), ['book.example', own])
  assert.deepEqual(await domainsOf(salon), [['book.example', true, '']])

  // replaced before a worker has run
  await disconnectAccount(admin, salon.slug, clock)
  const { id: other } = stripe.addAccount()
  await connect(other)
  await run()
  assert.deepEqual([enabledAt(account), enabledAt(other)], [[own], ['book.example']])
  assert.deepEqual(await domainsOf(salon), [['book.example', true, '']])

  // it has withdrawn the platform's access: nothing is left to do there
  await disconnectAccount(admin, salon.slug, clock)
  stripe.deauthorize(other)
  await connect(account)
  await run()
  assert.deepEqual(enabledAt(account), ['book.example', own])
  assert.deepEqual(await domainsOf(salon), [['book.example', true, '']])
})

test('D52: when customers reach the API elsewhere, every salon gets the new domain', async () => {
  const salon = await openSalon({ payments: true, settings: { onlinePage: true } })
  await run()
  const { database, notices } = await workerConnections()
  const tenants = openTenants({ database, notices, clock })
  const start = (url: string | null) => registerChangedAddress(database.queryPool, tenants, url)
  await start(publicUrl)
  await run()
  const waiting = async () => {
    const sql = await jobsDatabase()
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from jobs.jobs where task_identifier = 'register-domains'`
    return row?.count
  }
  await start(publicUrl)
  assert.equal(await waiting(), 0)
  await start('https://citas.example')
  await runJobs({ clock }, { publicUrl: 'https://citas.example' })
  assert.deepEqual(await domainsOf(salon), [['citas.example', true, '']])
})

const enabledAt = (account: string): string[] =>
  stripe
    .domains(account)
    .flatMap(({ domain_name: name, enabled }) => (enabled ? [name] : []))
    .sort()

const registeredAt = (account: string): string[] =>
  stripe
    .domains(account)
    .map(({ domain_name: name }) => name)
    .sort()

async function domainsOf({ businessId }: TestSalon): Promise<[string, boolean, string][]> {
  const rows = await witness<{ domain: string; active: boolean; failure: string }[]>`
    select domain, active, failure from payment_domains
    where business_id = ${businessId} order by domain`
  return rows.map(({ domain, active, failure }) => [domain, active, failure])
}

async function checkNow(salon: TestSalon, account: string): Promise<void> {
  clock.set(new Date(clock.now().getTime() + 60_000))
  await checkAccount(await requestContextFor(salon), testProcessors, account)
  await run()
}

async function night(): Promise<void> {
  clock.set(new Date(clock.now().getTime() + 86_400_000))
  await (await jobsDatabase())`select jobs.add_job('begin-night')`
  await run()
}
