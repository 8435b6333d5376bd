import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createServer as createSafeServer, Server as SafeServer } from 'node:tls'
import {
  adjustPoints,
  type CheckResult,
  checkClock,
  checkData,
  checkedBusinesses,
  checkOwners,
  checkRoles,
  checkServer,
  checkTimeZones,
  systemClock,
} from '@silla/core'
import {
  emptyDatabase,
  knownMigrations,
  openPool,
  type Sql,
  setupDatabase,
  targetDatabase,
} from '@silla/db'
import { diskSpaceResult } from '../../cli/src/doctor/check-disk.ts'
import { dataOf } from '../support/assertions.ts'
import { ownCertificate } from '../support/certificate.ts'
import { testDatabase } from '../support/database.ts'
import { jobsDatabase } from '../support/jobs.ts'
import { openSalon } from '../support/salon.ts'
import { mendBooks } from './mend-books.ts'
import { runMany, runSilla } from './run-silla.ts'

const { admin, urls, witness } = await testDatabase()
const silla = (args: string[], env: Record<string, string> = {}) =>
  runSilla(args, { CLI_DATABASE_URL: urls.cli, ...env })
// the doctor has no clock but the machine's
const salon = await openSalon({ professionals: ['Ana'], products: [{ name: 'Cera', stock: 5 }] })
salon.clock.set(new Date())
const ana = await salon.customer({ nombre: 'Lucía', email: 'lucia@example.com' })
const jobs = await jobsDatabase()
await jobs`select jobs.keep_alive('a-worker', interval '20 seconds')`

test('where all is well the doctor says so of each thing, and the exit code is 0', async () => {
  await adjustPoints(
    admin,
    { slug: salon.slug, customer: ana.email, points: 50, reason: 'x' },
    salon.clock,
  )
  const { code, stdout, stderr } = await silla(['db', 'doctor'])
  assert.equal(stderr, '')
  assert.match(stdout, /^ok {7}protection +Row-level security holds on every tenant table\.$/m)
  assert.match(
    stdout,
    /^ok {7}zones +Node and the database know the same of the one time zone in use\.$/m,
  )
  assert.match(stdout, /^skipped {2}smtp +SMTP_URL is not set here/m)
  assert.match(stdout, /\nAll is well\.\n$/)
  assert.equal(code, 0)
  const ways = [
    ['db', 'doctor', '--json'],
    ['db', 'doctor', '--quiet'],
  ]
  const [json, quiet] = await runMany(ways, { CLI_DATABASE_URL: urls.cli })
  assert.deepEqual([quiet?.code, quiet?.stdout, quiet?.stderr], [0, '', ''])
  const observation = json?.json()
  assert.deepEqual(observation.healthy, true)
  assert.deepEqual(observation.findings[0], {
    check: 'server',
    state: 'ok',
    message: observation.findings[0].message,
    fix: null,
  })
})

test('each thing that is wrong is found, counted and told with its remedy', async () => {
  const { businessId } = salon
  const [mine] = [await booking('10:00'), await booking('11:00')]
  dataOf(
    await ana.post('/pedidos/', { items: [{ producto_id: salon.id('Cera'), cantidad: 1 }] }),
    201,
  )
  await witness`update bookings set state = 'pending', expires_at = now() - interval '1 hour',
      starts_at = starts_at + interval '3 hours', ends_at = ends_at + interval '3 hours'
    where business_id = ${businessId} and id = ${mine.id}`
  await witness`update bookings set state = 'cancelled', cancelled_at = now(), cancelled_by = 'system'
    where business_id = ${businessId} and id <> ${mine.id}`
  await witness`update orders set expires_at = now() - interval '1 hour', subtotal_cents = subtotal_cents + 1,
    discount_cents = discount_cents + 1 where business_id = ${businessId}`
  await witness`update customers set points_balance = points_balance + 1 where business_id = ${businessId} and id = ${ana.id}`
  await witness`update products set taken = taken + 1 where business_id = ${businessId}`
  await witness`update mails set created_at = now() - interval '1 hour' where business_id = ${businessId}`
  await witness`update mails set state = 'failed' where business_id = ${businessId} and kind = 'order_received'`
  await witness`update events set occurred_at = now() - interval '1 hour' where business_id = ${businessId}`
  await witness`update business_settings set timezone = 'Mars/Olympus' where business_id = ${businessId}`
  await witness`grant select on registry.api_keys to silla_worker`
  await witness`alter table reviews no force row level security`
  await jobs`delete from jobs.outbox`
  await jobs`update jobs.workers set seen_at = now() - interval '3 hours'`
  await jobs`select jobs.add_job('complete-booking', run_at => now() - interval '1 hour')`
  const [dead] = await jobs`select id from jobs.add_job('expire-order')`
  await jobs`select jobs.permanently_fail_jobs(array[${dead?.id}::bigint], 'the chair broke')`

  const { code, stdout } = await silla(['db', 'doctor', '--json'])
  const { healthy, findings: results } = JSON.parse(stdout)
  const problems = results.filter(({ state }: CheckResult) => state === 'problem')
  assert.deepEqual([code, healthy], [1, false])
  assert.deepEqual(
    problems.map(({ check, message }: CheckResult) => `${check}: ${message}`),
    [
      'owners: Not as the migrations leave it: registry.api_keys: SELECT to silla_worker.',
      'protection: No row-level security on app.reviews.',
      'worker: No worker has been alive for 3 h; jobs that wait for one: 1.',
      'queue: Jobs that should have begun: 1; that run for too long: 0.',
      'jobs: Jobs that were given up: 1; that fail again and again: 0.',
      `bookings: Bookings that nobody paid or confirmed in time still wait: ${salon.slug} (1).`,
      `holds: Chairs are held for bookings that are cancelled: ${salon.slug} (1).`,
      `chairs: Visits to come hold no chair, and somebody else may take it: ${salon.slug} (1).`,
      `visits: Bookings do not agree with their lines or moves: ${salon.slug} (2).`,
      `orders: Orders that nobody paid in time still hold products: ${salon.slug} (1).`,
      `order-sums: Orders do not cost what their lines cost: ${salon.slug} (1).`,
      `points: Customers hold other points than their movements add up to: ${salon.slug} (1).`,
      `stock: Products are taken that no order holds, or the other way round: ${salon.slug} (1).`,
      `mail: Letters wait to be sent: ${salon.slug} (2).`,
      `failed-mail: Letters were given up: ${salon.slug} (1).`,
      `events: Events wait for their number and cannot be read: ${salon.slug} (3).`,
      'zones: This Node does not know the time zone Mars/Olympus.',
    ],
  )
  for (const { fix } of problems) assert.match(fix, /[.?]$/)
  await mendBooks(businessId)
  const left = checkData(await checkedBusinesses(admin, systemClock)).filter(
    ({ state }) => state === 'problem',
  )
  assert.deepEqual(
    left.map(({ check }) => check),
    ['orders', 'mail', 'failed-mail', 'events'],
  )
})

test('clocks that are apart are found, and zones of which both know the same are well', async () => {
  const late = { now: () => new Date(Date.now() - 60_000) }
  const { state, message } = await checkClock(admin, late)
  assert.equal(state, 'problem')
  assert.match(message, /^This machine and the database are (59|60)\.\d s apart\.$/)
  const zones = [
    'Europe/Madrid',
    'America/New_York',
    'Asia/Dubai',
    'Europe/London',
    'Australia/Lord_Howe',
  ]
  const agreed = await checkTimeZones(admin, late, zones)
  assert.equal(agreed.state, 'ok', agreed.message)
})

test('a database of another version, one that has hardly a connection left, and old data about zones are found', async () => {
  const answers = (row: object) => (async () => [row]) as unknown as Sql
  const said = async (more: object) => {
    const server = {
      version: '18.1',
      versionNumber: 180_001,
      connections: 90,
      mostConnections: 100,
      ...more,
    }
    const { state, message } = await checkServer(answers(server))
    return `${state}: ${message}`
  }
  assert.equal(await said({}), 'ok: PostgreSQL 18.1 answers; 90 of 100 connections are taken.')
  assert.equal(
    await said({ connections: 91 }),
    'problem: PostgreSQL 18.1 answers; 91 of 100 connections are taken.',
  )
  for (const version of ['14.9', '19.0'])
    assert.match(
      await said({ version, versionNumber: Number(version) * 10_000 }),
      /^problem: This is PostgreSQL 1/,
    )
  const moment = { timezone: 'Europe/Madrid', at: new Date('2030-07-01T00:00Z') }
  const zones = async (minutes: number | null) =>
    (await checkTimeZones(answers({ ...moment, minutes }), systemClock, ['Europe/Madrid'])).message
  assert.match(
    await zones(120),
    /^Node and the database know the same of the one time zone in use\.$/,
  )
  for (const minutes of [60, null])
    assert.equal(
      await zones(minutes),
      'Node and the database do not know the same of Europe/Madrid.',
    )
})

test('the servers for letters and for limits are asked to answer, and one that does not is told', async (t) => {
  const mail = await listening(t, (socket) => socket.write('220 mail.example ESMTP\r\n'))
  const redis = await listening(t, (socket) =>
    socket.on('data', (requested) =>
      socket.write(String(requested).includes('\r\nhush\r\n') ? '+OK\r\n' : '-NOAUTH no\r\n'),
    ),
  )
  const said = async (SMTP_URL: string, REDIS_URL: string) => {
    const { findings: checks } = (
      await silla(['db', 'doctor', '--json'], { SMTP_URL, REDIS_URL })
    ).json()
    const result = (check: string) => checks.find((each: CheckResult) => each.check === check)
    return [result('smtp'), result('redis')].map(({ state, message }) => `${state}: ${message}`)
  }
  assert.deepEqual(await said(`smtp://u:p@127.0.0.1:${mail}`, `redis://:hush@127.0.0.1:${redis}`), [
    `ok: The server for letters at 127.0.0.1:${mail} greets us.`,
    `ok: Redis at 127.0.0.1:${redis} answers.`,
  ])
  assert.deepEqual(await said(`smtp://127.0.0.1:1`, `redis://127.0.0.1:${redis}`), [
    'problem: The server for letters at 127.0.0.1:1 does not answer (connect ECONNREFUSED 127.0.0.1:1).',
    `problem: Redis at 127.0.0.1:${redis} does not let us in.`,
  ])
})

test('a server whose certificate nobody vouches for is told as that, with what helps; what says nothing holds nobody up', async (t) => {
  const own = ownCertificate()
  const greeting = '220 mail.example ESMTP\r\n'
  const safe = await listening(t, (socket) => socket.write(greeting), createSafeServer(own))
  const silent = await listening(t, () => {})
  const said = async (env: Record<string, string>) => {
    const { findings } = (await silla(['db', 'doctor', '--json'], env)).json()
    const told = findings.filter(({ check }: CheckResult) =>
      ['books', 'smtp', 'redis'].includes(check),
    )
    return told.map(({ state, message }: CheckResult) => `${state}: ${message}`)
  }
  const [smtps, rediss] = [`smtps://localhost:${safe}`, `rediss://127.0.0.1:${safe}`]
  assert.deepEqual(await said({ SMTP_URL: smtps, REDIS_URL: rediss }), [
    `problem: The server for letters at localhost:${safe} shows a certificate that this machine does not trust (self-signed certificate).`,
    `problem: Redis at 127.0.0.1:${safe} shows a certificate that this machine does not trust (self-signed certificate).`,
  ])
  const folder = await mkdtemp(join(tmpdir(), 'silla-doctor-'))
  t.after(() => rm(folder, { recursive: true }))
  const authority = join(folder, 'authority.pem')
  await writeFile(authority, own.cert)
  const silence = `redis://127.0.0.1:${silent}`
  // whoever keeps a table to themselves is waited for no longer than a server
  await witness.begin(async (tx) => {
    await tx`lock table bookings in access exclusive mode`
    assert.deepEqual(
      await said({ SMTP_URL: smtps, REDIS_URL: silence, NODE_EXTRA_CA_CERTS: authority }),
      [
        'problem: This could not be looked at: Somebody keeps a table to themselves: canceling statement due to lock timeout. ' +
          'pg_stat_activity tells who.',
        `ok: The server for letters at localhost:${safe} greets us.`,
        `problem: Redis at 127.0.0.1:${silent} does not answer (it says nothing for three seconds).`,
      ],
    )
  })
})

test('a role that can do more than it needs, and what belongs to the wrong one, is told by name', async () => {
  const root = openPool({ url: urls.prepare, max: 1, name: 'silla-test-root' })
  const given = await root
    .begin(async (tx) => {
      await tx`alter role silla_api superuser`
      await tx`alter role silla_worker bypassrls`
      await tx`grant silla_owner to silla_admin`
      await tx`alter role silla_owner createdb`
      await tx`alter table app.reviews owner to silla_worker`
      const asked = tx as unknown as Sql
      throw [await checkRoles(asked), await checkOwners(asked)]
    })
    .catch((findings) => findings)
    .finally(() => root.end({ timeout: 1 }))
  assert.deepEqual(
    given.map(({ state, message }: CheckResult) => `${state}: ${message}`),
    [
      'problem: Not as it has to be: silla_admin is a member of another role, silla_api is a superuser, ' +
        'silla_owner may make roles or databases, or replicate, silla_worker has BYPASSRLS.',
      'problem: Not as the migrations leave it: app.reviews belongs to silla_worker, app.reviews_id_seq belongs to silla_worker, ' +
        'registry.api_keys: SELECT to silla_worker.',
    ],
  )
})

test('a disk that is nearly full, or can hold no more files, is told before the database finds out', () => {
  const disk = {
    bsize: 4096,
    blocks: 26_214_400,
    bavail: 13_107_200,
    files: 6_553_600,
    ffree: 6_000_000,
  }
  const said = (now: Partial<typeof disk>) => {
    const { state, message } = diskSpaceResult('/data', { ...disk, ...now })
    return `${state}: ${message}`
  }
  assert.equal(said({}), 'ok: 50.0 GB of the disk of /data are free.')
  assert.equal(said({ bavail: 131_072 }), 'problem: Only 0.5 GB of the disk of /data are free.')
  // a tenth of a small one is enough
  assert.equal(
    said({ blocks: 1_048_576, bavail: 131_072 }),
    'ok: 0.5 GB of the disk of /data are free.',
  )
  assert.equal(said({ ffree: 1000 }), 'problem: The disk of /data can hold 1000 more files.')
  // some file systems do not count files
  assert.match(said({ files: 0, ffree: 0 }), /^ok/)
})

test('a database that a newer or an older Silla left is refused by what touches it, and told by the doctor', async () => {
  const last = knownMigrations().at(-1) ?? ''
  await witness`update registry.migrations_applied set name = '9999-later.sql' where name = ${last}`
  const [list, doctor] = [
    await silla(['businesses', 'list']),
    await silla(['db', 'doctor', '--quiet']),
  ]
  const refused =
    'Error: The database belongs to a newer Silla (9999-later.sql): update this one.\n'
  assert.deepEqual([list.code, list.stdout, list.stderr], [1, '', refused])
  assert.match(
    doctor.stdout,
    /^problem {2}schema +A newer Silla has run 9999-later\.sql\.\n +Update this Silla/m,
  )
  await witness`update registry.migrations_applied set obsolete = true where name = '9999-later.sql'`
  const older = await silla(['bookings', 'list', '--business', salon.slug, '--json'])
  const { error } = older.json()
  assert.equal(
    error.message,
    'The database is older than this Silla by 1 migration: run silla db migrate first.',
  )
  assert.deepEqual([older.code, error.pending, error.unknown], [1, [last], []])
  await witness`update registry.migrations_applied set name = ${last}, obsolete = false where name = '9999-later.sql'`
  await witness`update registry.functions_applied set hash = '' where name = 'app.check_payments'`
  const { stderr } = await silla(['businesses', 'list'])
  assert.match(
    stderr,
    /^Error: The functions of the database are those of another Silla \(app\.check_payments\): run silla/,
  )
  const { stdout } = await silla(['db', 'doctor', '--quiet'])
  assert.match(
    stdout,
    /^problem {2}schema +The functions .* an older or a newer Silla: app\.check_payments\.\n +Run silla db migrate/m,
  )
  assert.doesNotMatch(stdout, /books/)
})

test('a database that is not there, empty or never migrated is one problem with its remedy, and the rest is looked at', async () => {
  const said = async (CLI_DATABASE_URL = urls.cli) => {
    const { code, ...told } = await silla(['db', 'doctor', '--json'], {
      CLI_DATABASE_URL,
      SMTP_URL: 'smtp://127.0.0.1:1',
    })
    const problems = told.json().findings.filter(({ state }: CheckResult) => state === 'problem')
    assert.deepEqual([code, problems.pop().check], [1, 'smtp'])
    return problems.map(({ check, message, fix }: CheckResult) => `${check}: ${message} ${fix}`)
  }
  assert.deepEqual(await said('postgres://silla_admin@127.0.0.1:1/silla'), [
    'server: This could not be looked at: The database does not answer (connect ECONNREFUSED 127.0.0.1:1). ' +
      'Is it running, and is its URL right? Start it, or mend CLI_DATABASE_URL, then ask again.',
  ])
  const input = { prepareUrl: urls.prepare, database: targetDatabase(urls.prepare) }
  await emptyDatabase(input)
  const first = knownMigrations()[0] ?? ''
  const pending = new RegExp(
    `^schema: ${knownMigrations().length} migrations have not run: ${first}, .*`,
  )
  const [unprepared, ...noMore] = await said()
  assert.match(unprepared, pending)
  assert.deepEqual(noMore, [])
  await setupDatabase({ ...input, passwords: {} })
  assert.match((await said())[0], pending)
})

/** Tomorrow with Ana. */
async function booking(time: string): Promise<{ id: number }> {
  const date = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  return dataOf(await salon.guest.book('Ana', time, { date }), 201)
}

/** A server on a port of its own, which is answered. */
async function listening(
  t: TestContext,
  onSocket: (socket: Socket) => unknown,
  server: Server = createServer(),
): Promise<number> {
  server.on(server instanceof SafeServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    socket.on('error', () => {})
    onSocket(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  return (server.address() as AddressInfo).port
}
