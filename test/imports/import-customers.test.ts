import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  auditLog,
  eraseCustomerAsStaff,
  type ImportReport,
  type ImportSource,
  importCustomers,
  operatorContext,
  type RequestContext,
  readCustomerFile,
} from '@silla/core'
import { openDatabase } from '@silla/db'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { staffOf } from '../support/staff.ts'
import { chunksOf } from '../unit/imports/files.ts'

const { admin, urls, witness } = await testDatabase()

async function importInto(
  salon: TestSalon,
  text: string,
  {
    source = 'generic' as ImportSource,
    dryRun = false,
    onProgress = (_done: number, _total: number): void => {},
    context = null as RequestContext | null,
  } = {},
): Promise<ImportReport> {
  const staff = context ?? (await staffOf(salon, 'customers.import'))
  const file = await readCustomerFile(await staff.tenant.catalog(), {
    ...{ bytes: chunksOf(text, 4096), encoding: 'utf-8' as const, source, columns: new Map() },
  })
  return importCustomers(staff, file, { dryRun, onProgress })
}

const outcomes = ({ rows }: ImportReport) => rows.map(({ line, outcome }) => `${line} ${outcome}`)

const customersOf = ({ businessId }: TestSalon) => witness<
  { id: number; name: string; email: string; phone: string; blocked: boolean }[]
>`
  select id, name, email, phone, blocked_at is not null as blocked from app.customers
  where business_id = ${businessId} order by name, email`

/** What an import never writes. */
async function consequences({ businessId }: TestSalon): Promise<object> {
  const [row] = await witness`
    select (select count(*)::int from app.mails where business_id = ${businessId}) as mails,
      (select count(*)::int from app.events where business_id = ${businessId}) as events,
      (select count(*)::int from app.customer_accounts where business_id = ${businessId}) as accounts,
      (select count(*)::int from app.points_movements where business_id = ${businessId}) as points`
  return { ...row }
}

test('D78: customers are imported once, merged by e-mail, and no mail or event is written', async () => {
  const salon = await openSalon()
  dataOf(await salon.guest.book('Ana', '10:00', { email: 'Lucia@Example.com' }), 201)
  const before = await consequences(salon)
  const text = [
    'Client ID,First Name,Last Name,Mobile Number,Email,Blocked,Accepts Marketing',
    '1,Lucía,Prado Ruiz,600123456,LUCIA@example.com,,Yes',
    '2,Hugo,Sanz,600123457,hugo@example.com,Yes,Yes',
    '3,Hugo,S.,,Hugo@Example.com,,Yes',
    '2,Hugo,Sanz,600123457,hugo@example.com,,Yes',
    '4,Without,Email,600123458,,,No',
    '5,,,600123459,,,No',
    '6,Eva,Gil,600123459,eva@,,No',
  ].join('\n')

  const dry = await importInto(salon, text, { source: 'fresha', dryRun: true })
  assert.equal((await customersOf(salon)).length, 1)
  const report = await importInto(salon, text, { source: 'fresha' })
  const expected = [
    '2 merged',
    '3 created',
    '4 merged',
    '5 duplicate',
    '6 created',
    '7 refused',
    '8 refused',
  ]
  assert.deepEqual([outcomes(dry), outcomes(report)], [expected, expected])
  assert.deepEqual(report.columns.consent, ['Accepts Marketing'])

  const customers = await customersOf(salon)
  assert.deepEqual(
    customers.map(({ name, email, phone, blocked }) => [name, email, phone, blocked]),
    [
      ['Hugo Sanz', 'hugo@example.com', '+34600123457', true],
      ['Lucía Prado', 'Lucia@Example.com', '+34600123456', false],
      ['Without Email', '', '+34600123458', false],
    ],
  )
  assert.equal(report.rows[2]?.id, report.rows[1]?.id)
  assert.deepEqual(await consequences(salon), before)

  const again = await importInto(salon, text, { source: 'fresha' })
  assert.deepEqual([again.counts.unchanged, again.counts.created, again.counts.merged], [4, 0, 0])
  assert.deepEqual(await customersOf(salon), customers)
  const log = await auditLog(admin, salon.slug, {
    ...{ action: 'customers.import', offset: 0, limit: 10 },
  })
  assert.equal(log.entries.length, 1)
})

test('the same ids of another product, and of another salon, are other customers', async () => {
  const [salon, neighbour] = [await openSalon(), await openSalon()]
  const text = 'id,name,phone\n1,Lucía Prado,600123456\n'
  for (const [where, source] of [
    [salon, 'generic'],
    [salon, 'timely'],
    [neighbour, 'generic'],
  ] as const)
    assert.equal((await importInto(where, text, { source })).counts.created, 1)
  assert.deepEqual(
    [(await customersOf(salon)).length, (await customersOf(neighbour)).length],
    [2, 1],
  )
})

test('a list without ids is recognized by e-mail, by name and phone, or by name', async () => {
  const salon = await openSalon()
  const text = 'name,email,phone\nLucía,lucia@example.com,\nHugo,,600123457\nEva,,\nEva,,\n'
  const expected = ['2 created', '3 created', '4 created', '5 duplicate']
  assert.deepEqual(outcomes(await importInto(salon, text)), expected)
  assert.equal((await importInto(salon, text)).counts.unchanged, 3)
  assert.equal((await customersOf(salon)).length, 3)
})

test('who was erased is not brought back by the same file', async () => {
  const salon = await openSalon()
  const text = 'name,email\nLucía Prado,lucia@example.com\n'
  const { rows } = await importInto(salon, text)
  await eraseCustomerAsStaff(await staffOf(salon), rows[0]?.id as number)
  const again = await importInto(salon, text)
  assert.deepEqual(
    [outcomes(again), again.rows[0]?.notes],
    [['2 unchanged'], [{ code: 'erased_since', values: {} }]],
  )
  assert.equal((await customersOf(salon)).filter(({ name }) => name !== '').length, 0)
})

test('what is committed stays when an import is interrupted, and the next one goes on', async () => {
  const salon = await openSalon()
  const rows = Array.from({ length: 1200 }, (_, i) => `${i},Name,person${i}@example.com`)
  const text = ['id,name,email', ...rows].join('\n')
  const interrupted = importInto(salon, text, {
    onProgress: (done) => {
      if (done === 1000) throw new Error('interrupted')
    },
  })
  await assert.rejects(interrupted, /interrupted/)
  assert.equal((await customersOf(salon)).length, 1000)
  const rest = await importInto(salon, text)
  assert.deepEqual([rest.counts.unchanged, rest.counts.created], [1000, 200])
})

test('two imports of one file at the same time write each customer once', async (t) => {
  const salon = await openSalon()
  const text = 'id,name,phone\n1,Lucía,600123456\n2,Hugo,600123457\n'
  // another process, with connections of its own
  const database = openDatabase({ url: urls.cli, name: 'silla-test-import' })
  t.after(() => database.close())
  const parts = { admin, database, clock: salon.clock }
  const context = await operatorContext(parts, salon.slug, { action: 'test.try', detail: {} })
  const reports = await Promise.all([importInto(salon, text), importInto(salon, text, { context })])
  assert.equal((await customersOf(salon)).length, 2)
  assert.deepEqual(
    reports.map(({ counts }) => counts.created).sort((one, other) => one - other),
    [0, 2],
  )
})
