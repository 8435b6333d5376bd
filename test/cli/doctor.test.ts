import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createServer as createSafeServer, Server as SafeServer } from 'node:tls'
import {
  adjustPoints,
  checkClock,
  checkConsistency,
  checkData,
  checkedBusinesses,
  checkOwners,
  checkRoles,
  checkSequences,
  checkServer,
  checkTimeZones,
  repairData,
  systemClock,
} from '@silla/core'
import {
  emptyDatabase,
  healthQueries,
  knownMigrations,
  openListener,
  openPool,
  type Sql,
  setupDatabase,
  targetDatabase,
} from '@silla/db'
import { diskSpaceResult } from '../../cli/src/doctor/check-disk.ts'
import type { Finding } from '../../cli/src/doctor/finding.ts'
import { findingOf } from '../../cli/src/doctor/messages.ts'
import { testApi } from '../support/api.ts'
import { dataOf } from '../support/assertions.ts'
import { ownCertificate } from '../support/certificate.ts'
import { testDatabase } from '../support/database.ts'
import { jobsDatabase } from '../support/jobs.ts'
import { payOnline } from '../support/money.ts'
import { requestContextFor } from '../support/request-context.ts'
import { openSalon } from '../support/salon.ts'
import { staffOf } from '../support/staff.ts'
import { runMany, runSilla } from './run-silla.ts'

const { admin, urls, witness } = await testDatabase()
const silla = (args: string[], env: Record<string, string> = {}) =>
  runSilla(args, { CLI_DATABASE_URL: urls.cli, ...env })
// the doctor uses the machine's clock
const salon = await openSalon({ professionals: ['Ana'], products: [{ name: 'Cera', stock: 5 }] })
salon.clock.set(new Date())
const ana = await salon.customer({ nombre: 'Lucía', email: 'lucia@example.com' })
const jobs = await jobsDatabase()
await jobs`select jobs.record_heartbeat('a-worker', '{a-pool,another}', interval '20 seconds')`
// one without a heartbeat for a minute counts as gone, and the first tests may take longer
await jobs`update jobs.workers set seen_at = now() + interval '1 hour'`

test('every check is ok where there is no problem, and the exit code is 0', async () => {
  await adjustPoints(await staffOf(salon), { customerId: ana.id, points: 50, reason: 'x' })
  const { code, stdout, stderr } = await silla(['db', 'doctor'])
  assert.equal(stderr, '')
  assert.match(
    stdout,
    /^ok {7}protection +Row-level security is in force on every tenant table\.$/m,
  )
  assert.match(stdout, /^ok {7}zones +Node supports the one time zone in use\.$/m)
  assert.match(stdout, /^ok {7}worker +One worker is running\.$/m, 'it has two pools')
  assert.match(stdout, /^ok {7}professionals-without-shifts +Every/m)
  assert.match(stdout, /^skipped {2}smtp +SMTP_URL is not set here/m)
  assert.match(stdout, /\nNo problems\.\n$/)
  assert.equal(code, 0)
  const readInFull = /^ok {7}coverage +All rows of 1 business that are compared were read now\.$/m
  assert.match(stdout, readInFull)
  await checkConsistency(await requestContextFor(salon))
  const commands = [
    ['db', 'doctor', '--json'],
    ['db', 'doctor', '--quiet'],
    ['db', 'doctor', '--full'],
  ]
  const [json, quiet, full] = await runMany(commands, { CLI_DATABASE_URL: urls.cli })
  assert.match(full?.stdout ?? '', readInFull)
  assert.deepEqual([quiet?.code, quiet?.stdout, quiet?.stderr], [0, '', ''])
  const report = json?.json()
  assert.deepEqual(report.healthy, true)
  const messageOf = (name: string) =>
    report.findings.find(({ check }: Finding) => check === name).message
  assert.match(messageOf('coverage'), /^1 of 1 business: all rows were read between .* now\.$/)
  assert.match(messageOf('points-drift'), / Last read in full: \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/)
  assert.deepEqual(report.findings[0], {
    check: 'server',
    state: 'ok',
    message: report.findings[0].message,
    fix: null,
  })
})

test('every problem is found, counted and printed with its fix', async () => {
  const { businessId } = salon
  const [mine] = [await booking('10:00'), await booking('11:00')]
  const order = dataOf(
    await ana.post('/pedidos/', { items: [{ producto_id: salon.id('Cera'), cantidad: 1 }] }),
    201,
  )
  await witness`update bookings set state = 'pending', expires_at = now() - interval '1 hour',
      starts_at = starts_at + interval '3 hours', ends_at = ends_at + interval '3 hours'
    where business_id = ${businessId} and id = ${mine.id}`
  await witness`update booking_lines
      set starts_at = starts_at + interval '3 hours', ends_at = ends_at + interval '3 hours'
    where business_id = ${businessId} and booking_id = ${mine.id}`
  await witness`update bookings
      set state = 'cancelled', cancelled_at = now(), cancelled_by = 'system'
    where business_id = ${businessId} and id <> ${mine.id}`
  await witness`update orders
      set expires_at = now() - interval '1 hour', subtotal_cents = subtotal_cents + 1,
    discount_cents = discount_cents + 1 where business_id = ${businessId}`
  await witness`update customers set points_balance = points_balance + 1
      where business_id = ${businessId} and id = ${ana.id}`
  await witness`update products set taken = taken + 1 where business_id = ${businessId}`
  await witness`update mails set created_at = now() - interval '1 hour'
      where business_id = ${businessId}`
  await witness`update mails set state = 'failed' where business_id = ${businessId}
      and kind = 'order_received'`
  await witness`update events set occurred_at = now() - interval '1 hour'
      where business_id = ${businessId}`
  await witness`update business_settings set timezone = 'Mars/Olympus'
      where business_id = ${businessId}`
  await witness`grant select on registry.api_keys to silla_worker`
  await witness`alter table reviews no force row level security`
  await jobs`delete from jobs.outbox`
  await jobs`update jobs.workers set seen_at = now() - interval '3 hours'`
  await jobs`select jobs.add_job('complete-booking', run_at => now() - interval '1 hour')`
  const [dead] = await jobs`select id from jobs.add_job('expire-order')`
  await jobs`select jobs.permanently_fail_jobs(array[${dead?.id}::bigint], 'the chair broke')`

  const { code, stdout } = await silla(['db', 'doctor', '--json'])
  const { healthy, findings: results } = JSON.parse(stdout)
  const problems = results.filter(({ state }: Finding) => state === 'problem')
  assert.deepEqual([code, healthy], [1, false])
  assert.deepEqual(
    problems.map(({ check, message }: Finding) => `${check}: ${message}`),
    [
      'owners: Not as the migrations set it: registry.api_keys: SELECT to silla_worker.',
      'protection: Row-level security is missing on app.reviews.',
      'schema-drift: app.reviews: row security is enabled, and the migrations make: forced.',
      'schema-drift: registry.api_keys: grant silla_worker is not one of the migrations: select.',
      'worker: No worker has been running for 3 h; jobs that are due: 1.',
      'queue: Jobs that should have started: 1; that have been running too long: 0.',
      'jobs: Jobs that were given up: 1; that fail repeatedly: 0.',
      'expired-bookings: Bookings that were not paid or confirmed in time are still ' +
        `pending: ${salon.slug} (${mine.codigo}).`,
      `stale-claims: Cancelled bookings still claim their time: ${salon.slug} (1).`,
      `orphaned-claims: Time is claimed that no booking, block or hold needs, and cannot be booked: ${salon.slug} (1).`,
      'unclaimed-bookings: Upcoming bookings have no claim on their time, which can be ' +
        `booked again: ${salon.slug} (1).`,
      `booking-drift: Bookings do not agree with their lines or transitions: ${salon.slug} (2).`,
      'expired-orders: Orders that were not paid in time still hold products: ' +
        `${salon.slug} (${order.codigo}).`,
      `order-drift: The totals of orders are not those of their lines: ${salon.slug} (1).`,
      `points-drift: Points balances are not the sum of their movements: ${salon.slug} (1).`,
      'stock-drift: The quantity taken of products is not the quantity in their orders: ' +
        `${salon.slug} (1).`,
      `waiting-mails: Emails are waiting to be sent: ${salon.slug} (2).`,
      `failed-mails: Emails have failed: ${salon.slug} (1).`,
      'waiting-events: Events are waiting for their position and cannot be read: ' +
        `${salon.slug} (4).`,
      `zones: This version of Node does not support the time zone of ${salon.slug} (Mars/Olympus).`,
    ],
  )
  for (const { fix } of problems) assert.match(fix, /[.?;]$/)
  await repairData(admin, salon.slug, { check: null, dryRun: false })
  const left = checkData(await checkedBusinesses(admin, systemClock)).filter(
    ({ status }) => status === 'problem',
  )
  assert.deepEqual(
    left.map(({ check }) => check),
    ['expired-orders', 'waiting-mails', 'failed-mails', 'waiting-events'],
  )
})

test('clocks that differ are a problem', async () => {
  const slowClock = { now: () => new Date(Date.now() - 60_000) }
  const { state, message } = findingOf(await checkClock(admin, slowClock))
  assert.equal(state, 'problem')
  // the statement that reads the clock of the database may take a while
  assert.match(message, /^The clocks of this machine and the database are [56]\d\.\d s apart\.$/)
})

test('time zones that the database does not have are no problem, because no statement uses them', () => {
  const inZone = (timezone: string) => ({ slug: 'barberia-norte', timezone })
  const known = findingOf(checkTimeZones(['Europe/Madrid', 'Australia/Lord_Howe'].map(inZone)))
  assert.equal(`${known.state}: ${known.message}`, 'ok: Node supports the 2 time zones in use.')
  assert.equal(findingOf(checkTimeZones([inZone('Mars/Olympus')])).state, 'problem')
})

test('a salon whose time zone is none is named, and gets another by the command of the advice', async () => {
  const other = await openSalon({ professionals: ['Ana'] })
  const { slug, businessId } = other
  dataOf(await other.guest.book('Ana', '10:00'), 201)
  await witness`update business_settings set timezone = 'Mars/Olympus'
      where business_id = ${businessId}`
  const zones = async () => {
    const { findings } = (await silla(['db', 'doctor', '--json'])).json()
    return findings.find(({ check }: Finding) => check === 'zones')
  }
  const { message, fix } = await zones()
  assert.ok(message.includes(` ${slug} (Mars/Olympus)`), message)
  assert.match(fix, / silla businesses update SLUG --timezone ZONE\.$/)
  const updated = await silla([
    'businesses',
    'update',
    slug,
    '--timezone',
    'Europe/Madrid',
    '--yes',
  ])
  assert.equal(updated.code, 0, updated.stderr)
  assert.ok(!(await zones()).message.includes(slug))
})

test('services that nobody offers, and money in another currency than the salon has, are found', async () => {
  const other = await openSalon({ professionals: ['Ana'], payments: true })
  const { slug, businessId } = other
  const booking = dataOf(await other.guest.book('Ana', '10:00'), 201)
  await payOnline(other, { booking })
  const found = async () => {
    const { findings, healthy } = (await silla(['db', 'doctor', '--json'])).json()
    const of = (check: string) => {
      const { state, message } = findings.find((each: Finding) => each.check === check)
      return `${state}: ${/: (.*)\.$/.exec(message)?.[1] ?? ''}`
    }
    return [of('unoffered-services'), of('foreign-money'), healthy]
  }
  const [offered, own] = await found()
  assert.match(`${offered}, ${own}`, /^ok: , ok: /)
  await witness`delete from professional_services where business_id = ${businessId}`
  await witness`update business_settings set currency = 'USD' where business_id = ${businessId}`
  assert.deepEqual(await found(), [
    `warning: ${slug} (corte)`,
    `problem: ${slug} (1 booking in EUR, 1 payment in EUR)`,
    false,
  ])
})

test('the release of the schema and the key of counted emails are missed, and come back as advised', async () => {
  const finding = async (check: string) => {
    const { findings } = (await silla(['db', 'doctor', '--json'])).json()
    return findings.find((each: Finding) => each.check === check)
  }
  await witness`delete from registry.mail_hash_keys`
  const lost = await finding('mail-key')
  assert.match(lost.message, /^registry\.mail_hash_keys has no row/)
  const [, ...statements] = /^Run as silla_migrator: (.+?;) (.+?;) Then/.exec(lost.fix) ?? []
  for (const statement of statements) await witness.unsafe(statement)
  assert.equal((await finding('mail-key')).state, 'ok')

  await witness`delete from registry.schema_release`
  const { state, message, fix } = await finding('schema')
  assert.match(`${state}: ${message}`, /^problem: registry\.schema_release has no row/)
  assert.match(fix, /^Run silla db migrate/)
  const migrated = await silla(['db', 'migrate'], { MIGRATOR_DATABASE_URL: urls.migrator })
  assert.equal(migrated.code, 0, migrated.stderr)
  assert.equal((await finding('schema')).state, 'ok')
})

/** What the check of the server says of a server with this state. */
async function checkedServer(state: object): Promise<string> {
  const server = {
    version: '18.1',
    versionNumber: 180_001,
    connections: 40,
    mostConnections: 100,
    ...state,
  }
  const answers = (async () => [server]) as unknown as Sql
  const finding = findingOf(await checkServer(answers))
  return `${finding.state}: ${finding.message}`
}

test('an unsupported version, a read-only database and few free connections are problems', async () => {
  assert.equal(
    await checkedServer({ connections: 90 }),
    'ok: PostgreSQL 18.1 responds; 90 of 100 connections are in use.',
  )
  assert.equal(
    await checkedServer({ connections: 91 }),
    'problem: PostgreSQL 18.1 responds; 91 of 100 connections are in use.',
  )
  for (const version of ['14.9', '19.0'])
    assert.match(
      await checkedServer({ version, versionNumber: Number(version) * 10_000 }),
      /^problem: This is PostgreSQL 1/,
    )
  await admin.begin('read only', async (tx) => {
    const { state, message } = findingOf(await checkServer(tx as unknown as Sql))
    assert.equal(`${state}: ${message}`, 'problem: The database cannot be written to.')
  })
})

test('connections of other roles are counted, although silla_admin may not read what they do', async (t) => {
  for (let opened = 0; opened < 8; opened++) {
    const listener = await openListener(urls.worker)
    t.after(() => listener.close())
  }
  const [server] = await healthQueries.findServerState(admin)
  assert.ok((server?.otherConnections ?? 0) >= 8, `${server?.otherConnections}`)
  assert.ok((server?.connections ?? 0) >= 8, `${server?.connections}`)
})

test('API processes that together open more than max_connections allows are a problem', async () => {
  const eight = { reservedConnections: 3, directApiProcesses: 8, otherConnections: 12 }
  assert.equal(
    await checkedServer(eight),
    'problem: 8 API processes open up to 208 connections when they are busy, 26 each, and other ' +
      'programs have 12: PostgreSQL has 97 for them.',
  )
  assert.match(await checkedServer({ ...eight, mostConnections: 223 }), /^ok: /)
  assert.match(await checkedServer({ ...eight, mostConnections: 222 }), /^problem: /)
})

test('the mail server, Redis, PUBLIC_URL and STAFF_URL are contacted, and one that does not respond is a problem', async (t) => {
  const mail = await listening(t, (socket) => socket.write('220 mail.example ESMTP\r\n'))
  const redis = await listening(t, (socket) =>
    socket.on('data', (requested) =>
      socket.write(String(requested).includes('\r\nhush\r\n') ? '+OK\r\n' : '-NOAUTH no\r\n'),
    ),
  )
  const api = await testApi()
  const staffUrl = new URL(api.url).origin.replace('127.0.0.1', 'localhost')
  const results = async (
    SMTP_URL: string,
    REDIS_URL: string,
    PUBLIC_URL: string,
    STAFF_URL: string,
  ) => {
    const env = { SMTP_URL, REDIS_URL, PUBLIC_URL, STAFF_URL }
    const { findings: checks } = (await silla(['db', 'doctor', '--json'], env)).json()
    const result = (check: string) => checks.find((each: Finding) => each.check === check)
    return ['smtp', 'redis', 'public-url', 'staff-url']
      .map(result)
      .map(({ state, message }) => `${state}: ${message}`)
  }
  assert.deepEqual(
    await results(
      `smtp://u:p@127.0.0.1:${mail}`,
      `redis://:hush@127.0.0.1:${redis}`,
      new URL(api.url).origin,
      staffUrl,
    ),
    [
      `ok: The mail server at 127.0.0.1:${mail} responds.`,
      `ok: Redis at 127.0.0.1:${redis} responds.`,
      `ok: The API responds at ${new URL(api.url).origin}.`,
      `ok: The API responds at ${staffUrl}.`,
    ],
  )
  assert.deepEqual(
    await results(
      'smtp://127.0.0.1:1',
      `redis://127.0.0.1:${redis}`,
      'http://localhost:1',
      'http://localhost:1/',
    ),
    [
      'problem: The mail server at 127.0.0.1:1 does not respond (connect ECONNREFUSED 127.0.0.1:1).',
      `problem: Redis at 127.0.0.1:${redis} rejects the login.`,
      'problem: The API at http://localhost:1 does not respond (bad port).',
      'warning: STAFF_URL is the same as PUBLIC_URL: scripts of the booking pages run where staff sign in.',
    ],
  )
})

test('an untrusted certificate is reported as such, and a silent server or a locked table delays nothing for long', async (t) => {
  const own = ownCertificate()
  const greeting = '220 mail.example ESMTP\r\n'
  const safe = await listening(t, (socket) => socket.write(greeting), createSafeServer(own))
  const silent = await listening(t, () => {})
  const results = async (env: Record<string, string>) => {
    const { findings } = (await silla(['db', 'doctor', '--json'], env)).json()
    const checked = findings.filter(({ check }: Finding) =>
      ['data', 'smtp', 'redis'].includes(check),
    )
    return checked.map(({ state, message }: Finding) => `${state}: ${message}`)
  }
  const [smtps, rediss] = [`smtps://localhost:${safe}`, `rediss://127.0.0.1:${safe}`]
  assert.deepEqual(await results({ SMTP_URL: smtps, REDIS_URL: rediss }), [
    `problem: The mail server at localhost:${safe} has a certificate that this machine does ` +
      'not trust (self-signed certificate).',
    `problem: Redis at 127.0.0.1:${safe} has a certificate that this machine does not trust ` +
      '(self-signed certificate).',
  ])
  const folder = await mkdtemp(join(tmpdir(), 'silla-doctor-'))
  t.after(() => rm(folder, { recursive: true }))
  const authority = join(folder, 'authority.pem')
  await writeFile(authority, own.cert)
  const silence = `redis://127.0.0.1:${silent}`
  // a locked table is waited for no longer than a server
  await witness.begin(async (tx) => {
    await tx`lock table bookings in access exclusive mode`
    assert.deepEqual(
      await results({ SMTP_URL: smtps, REDIS_URL: silence, NODE_EXTRA_CA_CERTS: authority }),
      [
        'problem: The check failed: Another session has locked the table: canceling ' +
          'statement due to lock timeout. See pg_stat_activity.',
        `ok: The mail server at localhost:${safe} responds.`,
        `problem: Redis at 127.0.0.1:${silent} does not respond (no data for three seconds).`,
      ],
    )
  })
})

test('roles with too many privileges and objects with the wrong owner are reported by name', async () => {
  const root = openPool({ url: urls.prepare, max: 1, name: 'silla-test-root' })
  const given = await root
    .begin(async (tx) => {
      await tx`alter role silla_api superuser`
      await tx`alter role silla_worker bypassrls`
      await tx`grant silla_owner to silla_admin`
      await tx`alter role silla_owner createdb`
      await tx`alter table app.reviews owner to silla_worker`
      const sql = tx as unknown as Sql
      throw [findingOf(await checkRoles(sql)), findingOf(await checkOwners(sql))]
    })
    .catch((findings) => findings)
    .finally(() => root.end({ timeout: 1 }))
  assert.deepEqual(
    given.map(({ state, message }: Finding) => `${state}: ${message}`),
    [
      'problem: Roles are not as they have to be: silla_admin is a member of another role, ' +
        'silla_api is a superuser, ' +
        'silla_owner may make roles or databases, or replicate, silla_worker has BYPASSRLS.',
      'problem: Not as the migrations set it: app.reviews is owned by silla_worker, ' +
        'registry.api_keys: SELECT to silla_worker.',
    ],
  )
})

test('roles that lack what setup gives them, and a missing extension, are reported with their fix', async () => {
  const root = openPool({ url: urls.prepare, max: 1, name: 'silla-test-root' })
  const database = targetDatabase(urls.prepare)
  const found = await root
    .begin(async (tx) => {
      await tx.unsafe(`alter role silla_admin in database "${database}" reset search_path`)
      await tx.unsafe(`alter role silla_api in database "${database}" reset statement_timeout`)
      await tx`alter role silla_api set app.business_id = 'b'`
      await tx`alter role silla_api set default_transaction_read_only = on`
      await tx`alter role silla_admin set row_security = off`
      await tx`alter role silla_worker set statement_timeout = '1ms'`
      await tx`alter role silla_worker set lock_timeout = '1ms'`
      await tx`alter role silla_worker set synchronous_commit = off`
      await tx`alter role silla_api set "DateStyle" = 'German'`
      await tx.unsafe(
        `alter database "${database}" set default_transaction_isolation = 'serializable'`,
      )
      await tx.unsafe(`alter database "${database}" connection limit 30`)
      await tx`alter role silla_admin connection limit 25`
      await tx.unsafe(`alter database "${database}" set session_replication_role = 'replica'`)
      await tx`alter role silla_worker connection limit 0`
      await tx`alter role silla_api valid until '2020-01-01'`
      await tx`alter role silla_migrator nologin`
      await tx.unsafe(`revoke connect on database "${database}" from silla_worker`)
      await tx`drop extension btree_gist cascade`
      throw findingOf(await checkRoles(tx as unknown as Sql))
    })
    .catch((thrown) => thrown)
    .finally(() => root.end({ timeout: 1 }))
  assert.equal(
    found.message,
    'Not as silla db setup makes it: silla_migrator cannot log in, ' +
      'silla_api has a password that is not valid any more, silla_api lacks the setting ' +
      'statement_timeout = 5s, silla_api must not have the setting app.business_id, ' +
      'silla_api must not have the setting default_transaction_read_only, silla_api must not ' +
      'have the setting DateStyle, silla_worker may ' +
      'not connect to this database, silla_worker may open no connections, ' +
      'silla_worker must not have the setting statement_timeout, ' +
      'silla_worker must not have the setting lock_timeout, ' +
      'silla_worker must not have the setting synchronous_commit, ' +
      'silla_admin may open only 25 connections, fewer than its programs need, ' +
      'silla_admin lacks the setting search_path = app, silla_admin must not have the setting ' +
      'row_security, the database must not have the setting default_transaction_isolation, the ' +
      'database must not have the setting session_replication_role, the database may open only 30 ' +
      'connections, fewer than its programs need, the database lacks the extension btree_gist.',
  )
  assert.match(found.fix, /^Run silla db setup,/)
  assert.equal(findingOf(await checkRoles(admin)).state, 'ok')
})

test('a sequence behind the rows that it numbers is a problem, and its fix works', async () => {
  const migrator = openPool({ url: urls.migrator, max: 1, name: 'silla-test-migrator' })
  try {
    await migrator`alter sequence claims_id_seq restart with 1`
    const { state, message, fix } = findingOf(await checkSequences(admin))
    assert.equal(state, 'problem')
    assert.match(
      message,
      /that inserts fail: app\.claims_id_seq gives 1, and the highest id is \d+\.$/,
    )
    const [, statement = ''] = /^Run as silla_migrator: (.+)$/.exec(fix ?? '') ?? []
    await migrator.unsafe(statement)
    assert.equal(findingOf(await checkSequences(admin)).state, 'ok')
  } finally {
    await migrator.end({ timeout: 1 })
  }
})

test('the sequences of migrations and of jobs are compared with their rows too', async () => {
  const migrator = openPool({ url: urls.migrator, max: 1, name: 'silla-test-migrator' })
  try {
    await migrator`alter sequence registry.migrations_applied_id_seq restart with 1`
    await jobs`select jobs.add_job('expire-order')`
    await migrator`set role silla_worker`
    await migrator`alter sequence jobs.jobs_id_seq1 restart with 1`
    await migrator`set role silla_owner`
    const { message, fix } = findingOf(await checkSequences(admin))
    assert.match(message, /: registry\.migrations_applied_id_seq gives 1, .* jobs\.\w+ gives 1, /)
    const [, statements = ''] = /^Run as silla_migrator: (.+)$/.exec(fix ?? '') ?? []
    await migrator.unsafe(statements)
    assert.equal(findingOf(await checkSequences(admin)).state, 'ok')
  } finally {
    await migrator.end({ timeout: 1 })
  }
})

test('jobs that nobody takes from the outbox are late, except those of a salon that moves', async () => {
  const queue = async () => {
    const { findings } = (await silla(['db', 'doctor', '--json'])).json()
    return findings.find(({ check }: Finding) => check === 'queue').message
  }
  const moving = await openSalon()
  const insert = (businessId: string) => jobs`
    insert into jobs.outbox (task, payload, max_attempts, enqueued_at)
    values ('send-mail', ${jobs.json({ businessId })}, 5, now() - interval '1 hour')`
  const lateOf = (text: string) =>
    Number(/^Jobs that should have started: (\d+)/.exec(text)?.[1] ?? 0)
  const before = lateOf(await queue())
  await insert(salon.businessId)
  assert.equal(lateOf(await queue()), before + 1)
  await insert(moving.businessId)
  await witness`
    insert into registry.business_moves (business_id, move_id, phase, url, jobs_parked, started_at)
    values (${moving.businessId}, gen_random_uuid(), 'leaving', 'https://new.example', true,
      now() - interval '2 days')`
  const { findings } = (await silla(['db', 'doctor', '--json'])).json()
  const found = (name: string) => findings.find(({ check }: Finding) => check === name)
  assert.equal(lateOf(found('queue').message), before + 1)
  assert.match(
    found('moves').message,
    new RegExp(` ${moving.slug} \\(https://new\\.example, since `),
  )
  await witness`delete from registry.business_moves where business_id = ${moving.businessId}`
  await jobs`delete from jobs.outbox`
})

test('a disk with little space or few inodes left is a problem', () => {
  const disk = {
    bsize: 4096,
    blocks: 26_214_400,
    bavail: 13_107_200,
    files: 6_553_600,
    ffree: 6_000_000,
  }
  const checked = (now: Partial<typeof disk>) => {
    const { state, message } = diskSpaceResult('/data', { ...disk, ...now })
    return `${state}: ${message}`
  }
  assert.equal(checked({}), 'ok: 50.0 GB of the disk of /data are free.')
  assert.equal(checked({ bavail: 131_072 }), 'problem: Only 0.5 GB of the disk of /data are free.')
  // a tenth of a small one is enough
  assert.equal(
    checked({ blocks: 1_048_576, bavail: 131_072 }),
    'ok: 0.5 GB of the disk of /data are free.',
  )
  assert.equal(checked({ ffree: 1000 }), 'problem: The disk of /data has only 1000 free inodes.')
  // some file systems have no fixed number of inodes
  assert.match(checked({ files: 0, ffree: 0 }), /^ok/)
})

test('a database of a newer or an older version is refused by other commands and reported by the doctor', async () => {
  const last = knownMigrations().at(-1) ?? ''
  await witness`update registry.migrations_applied set name = '9999-later.sql' where name = ${last}`
  const [list, doctor] = [
    await silla(['businesses', 'list']),
    await silla(['db', 'doctor', '--quiet']),
  ]
  const refused =
    'Error: The database was migrated by a newer version of Silla (9999-later.sql). Update this one.\n'
  assert.deepEqual([list.code, list.stdout, list.stderr], [1, '', refused])
  assert.match(
    doctor.stdout,
    /^problem {2}schema +A newer version of Silla has run 9999-later\.sql\.\n +Update Silla/m,
  )
  await witness`update registry.migrations_applied set obsolete = true
      where name = '9999-later.sql'`
  const older = await silla(['bookings', 'list', '--business', salon.slug, '--json'])
  const { error } = older.json()
  assert.equal(
    error.message,
    'The database lacks 1 migration of this version of Silla. Run silla db migrate first.',
  )
  assert.deepEqual([older.code, error.pending, error.unknown], [1, [last], []])
  await witness`update registry.migrations_applied set name = ${last}, obsolete = false
      where name = '9999-later.sql'`
  await witness`update registry.functions_applied set hash = '' where name = 'app.check_payments'`
  const { stderr } = await silla(['businesses', 'list'])
  assert.match(
    stderr,
    /^Error: The functions of the database belong to another version of Silla \(app\.check_payments\)\. /,
  )
  const { stdout } = await silla(['db', 'doctor', '--quiet'])
  assert.match(
    stdout,
    /^problem {2}schema +The database has functions of another version of Silla: app\.check_payments\.\n +Run silla db migrate/m,
  )
  assert.doesNotMatch(stdout, /^\w+ +data /m)
})

test('a database that is unreachable, empty or not migrated is one problem, and the other checks still run', async () => {
  const results = async (CLI_DATABASE_URL = urls.cli) => {
    const { code, ...result } = await silla(['db', 'doctor', '--json'], {
      CLI_DATABASE_URL,
      SMTP_URL: 'smtp://127.0.0.1:1',
    })
    const problems = result.json().findings.filter(({ state }: Finding) => state === 'problem')
    assert.deepEqual([code, problems.pop().check], [1, 'smtp'])
    return problems.map(({ check, message, fix }: Finding) => `${check}: ${message} ${fix}`)
  }
  assert.deepEqual(await results('postgres://silla_admin@127.0.0.1:1/silla'), [
    'server: The check failed: The database is not reachable (connect ECONNREFUSED 127.0.0.1:1). ' +
      'Check that it is running and that its URL is correct. Start it, or correct ' +
      'CLI_DATABASE_URL, then run ' +
      'this command again.',
  ])
  const input = { prepareUrl: urls.prepare, database: targetDatabase(urls.prepare) }
  await emptyDatabase(input)
  const first = knownMigrations()[0] ?? ''
  const pending = new RegExp(
    `^schema: ${knownMigrations().length} pending migrations: ${first}, .*`,
  )
  const [schema, ...others] = await results()
  assert.match(schema, pending)
  assert.deepEqual(others, [])
  await setupDatabase({ ...input, passwords: {} })
  assert.match((await results())[0], pending)
})

/** A booking with Ana, tomorrow. */
async function booking(time: string): Promise<{ id: number; codigo: string }> {
  const date = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  return dataOf(await salon.guest.book('Ana', time, { date }), 201)
}

/** Starts a server on a free port, and returns the port. */
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
