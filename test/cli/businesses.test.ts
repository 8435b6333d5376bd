import assert from 'node:assert/strict'
import test from 'node:test'
import { testDatabase } from '../support/database.ts'
import { runSilla } from './run-silla.ts'

const { urls } = await testDatabase()
const env = { CLI_DATABASE_URL: urls.cli }
const silla = (...args: string[]) => runSilla(args, env)
const madrid = [
  '--mode',
  'test',
  '--timezone',
  'Europe/Madrid',
  '--currency',
  'EUR',
  '--country',
  'es',
]

test('a business is created, listed, shown, suspended and resumed', async () => {
  const created = await silla(
    'businesses',
    'create',
    'barberia-centro',
    '--name',
    'Barbería Centro',
    ...madrid,
  )
  assert.match(
    created.stdout,
    /^Created barberia-centro \([0-9a-f-]{36}\)\.\nNext: silla businesses apply FILE/,
  )
  assert.deepEqual([created.code, created.stderr], [0, ''])

  const list = await silla('businesses', 'list')
  assert.match(list.stdout, /^Slug +Name +Mode +Status +Zone +Currency$/m)
  assert.match(
    list.stdout,
    /^barberia-centro +Barbería Centro +test +active +Europe\/Madrid +EUR$/m,
  )

  const shown = await silla('businesses', 'show', 'barberia-centro')
  assert.match(shown.stdout, /^Professionals +0$/m)

  const suspended = await silla('businesses', 'suspend', 'barberia-centro')
  assert.equal(suspended.stdout, 'barberia-centro is suspended.\n')
  const onlySuspended = await silla('businesses', 'list', '--status', 'suspended', '--json')
  assert.deepEqual(
    onlySuspended
      .json()
      .businesses.map((each: { slug: string; status: string }) => [each.slug, each.status]),
    [['barberia-centro', 'suspended']],
  )
  const { total, page, limit } = onlySuspended.json()
  assert.deepEqual({ total, page, limit }, { total: 1, page: 1, limit: 50 })
  const after = await silla('businesses', 'list', '--after', 'barberia')
  assert.match(after.stdout, /^Slug .*\nbarberia-centro .*\n$/)
  const afterLast = await silla('businesses', 'list', '--after', 'barberia-centro')
  assert.equal(afterLast.stdout, 'There are no businesses after barberia-centro.\n')
  const onlyLive = await silla('businesses', 'list', '--mode', 'live')
  assert.equal(onlyLive.stdout, 'There are no matching businesses.\n')
  const resumed = await silla('businesses', 'resume', 'barberia-centro', '--json')
  assert.equal(resumed.json().business.status, 'active')
})

test('--json prints a new business, and its counts in show', async () => {
  const dubai = [
    '--mode',
    'test',
    '--timezone',
    'Asia/Dubai',
    '--currency',
    'AED',
    '--country',
    'AE',
    '--language',
    'ar',
  ]
  const created = (
    await silla('businesses', 'create', 'salon-marina', '--name', 'Marina', ...dubai, '--json')
  ).json()
  const { businessId, createdAt, ...rest } = created.business
  assert.match(businessId, /^[0-9a-f-]{36}$/)
  assert.match(createdAt, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  const facts = {
    slug: 'salon-marina',
    name: 'Marina',
    mode: 'test',
    status: 'active',
    timezone: 'Asia/Dubai',
  }
  assert.deepEqual(rest, { ...facts, currency: 'AED', language: 'ar', country: 'AE' })
  const shown = (await silla('businesses', 'show', 'salon-marina', '--json')).json()
  const counts = {
    categories: 0,
    services: 0,
    professionals: 0,
    comingBookings: 0,
    onlinePage: false,
  }
  assert.deepEqual(
    { ...created.business, ...counts, catalogVersion: shown.business.catalogVersion },
    shown.business,
  )
})

test('a salon is shown with the address of its booking page', async () => {
  await silla('businesses', 'create', 'shown', '--name', 'Shown', ...madrid)
  const show = (publicUrl: string, ...more: string[]) =>
    runSilla(['businesses', 'show', 'shown', ...more], { ...env, PUBLIC_URL: publicUrl })
  assert.match((await show('https://book.example')).stdout, /^Booking page +off$/m)
  await silla('businesses', 'update', 'shown', '--online-page', '--yes')
  assert.match((await show('')).stdout, /^Booking page +on \(set PUBLIC_URL to see its address\)$/m)
  const { pageUrl } = (await show('https://book.example/', '--json')).json()
  assert.equal(pageUrl, 'https://book.example/s/shown')
  const invalid = await show('book.example')
  assert.equal(invalid.code, 1)
  assert.match(invalid.stderr, /^Error: PUBLIC_URL is invalid: /)
})

test('an error is one line, or JSON with the same exit code', async () => {
  await silla('businesses', 'create', 'twice', '--name', 'Twice', ...madrid)
  const nobody = 'Business not found: nobody.'
  const twice = 'A business with the slug twice already exists. Use another slug.'
  const cases: [string[], string, string][] = [
    [['businesses', 'show', 'nobody'], nobody, 'BUSINESS_NOT_FOUND'],
    [['businesses', 'suspend', 'nobody'], nobody, 'BUSINESS_NOT_FOUND'],
    [
      ['businesses', 'show', 'Twise'],
      'Business not found: Twise. Did you mean twice?',
      'BUSINESS_NOT_FOUND',
    ],
    // before it asks for confirmation
    [['stripe', 'disconnect', 'nobody'], nobody, 'BUSINESS_NOT_FOUND'],
    [['businesses', 'create', 'twice', '--name', 'Twice', ...madrid], twice, 'SLUG_TAKEN'],
  ]
  for (const [args, message, code] of cases) {
    const [plain, json] = await Promise.all([silla(...args), silla(...args, '--json')])
    assert.deepEqual([plain.code, plain.stdout, plain.stderr], [1, '', `Error: ${message}\n`])
    assert.deepEqual([json.code, json.json(), json.stderr], [1, { error: { message, code } }, ''])
  }
})

test('flags change single settings; without any flag the command line is invalid', async () => {
  await silla('businesses', 'create', 'settles', '--name', 'Settles', ...madrid)
  const update = [
    'businesses',
    'update',
    'settles',
    '--cancellation-hours',
    '48',
    '--no-points',
    '--prepayment',
  ]
  const plan = '~ settings\n    prepayment: no -> yes\n    cancellation hours: 24 -> 48\n'
  const planned = await silla(...update, '--dry-run')
  assert.deepEqual([planned.code, planned.stdout], [0, `settles: changes\n${plan}`])
  const updated = await silla(...update)
  assert.match(updated.stdout, /Applied 1 change to settles\.\n$/)
  assert.deepEqual((await silla(...update, '--json')).json().plan.changes, [])
  const nothing = await silla('businesses', 'update', 'settles')
  assert.equal(nothing.code, 2)
})

test('a business is deleted after confirmation, and its audit log stays readable', async () => {
  await silla('businesses', 'create', 'short-lived', '--name', 'Short', ...madrid)
  const planned = await silla('businesses', 'delete', 'short-lived', '--dry-run')
  assert.deepEqual([planned.code, planned.stderr], [0, ''])
  assert.match(
    planned.stdout,
    /^short-lived: a test business with 0 upcoming bookings\nTable +Rows\n/,
  )
  assert.match(planned.stdout, /^app\.businesses +1$/m)
  const unconfirmed = await silla('businesses', 'delete', 'short-lived')
  assert.equal(unconfirmed.code, 2)
  const deleted = (await silla('businesses', 'delete', 'short-lived', '--yes', '--json')).json()
  assert.deepEqual([deleted.deleted, deleted.plan.slug], [true, 'short-lived'])
  assert.equal(
    (await silla('businesses', 'show', 'short-lived')).stderr,
    'Error: Business not found: short-lived.\n',
  )
  const { entries } = (await silla('audit', 'list', '--business', 'short-lived', '--json')).json()
  assert.deepEqual(
    entries.map(({ action }: { action: string }) => action),
    ['businesses.delete', 'businesses.create'],
  )
})

test('without a terminal, all missing values of a new business are reported together', async () => {
  const missing = await silla('businesses', 'create', '--mode', 'test', '--country', 'ES')
  const message =
    'Missing: SLUG, --name, --timezone, --currency. On a terminal, the command prompts for them. ' +
    'See --help.'
  assert.deepEqual([missing.code, missing.stdout, missing.stderr], [2, '', `Error: ${message}\n`])
})
