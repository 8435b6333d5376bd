import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after, type TestContext } from 'node:test'
import { TLSSocket } from 'node:tls'
import { createBusiness } from '@silla/core'
import {
  knownMigrations,
  loginRoles,
  openPool,
  ownRelease,
  type Sql,
  writeDatabaseUrls,
} from '@silla/db'
import { startEmbeddedPostgres } from '@silla/embedded-postgres'
import { assertCompatibleDatabase } from '../../cli/src/db/assert-compatible.ts'
import { ownCertificate } from '../support/certificate.ts'
import { withPool } from '../support/with-pool.ts'
import { commandFacts } from './published/command-facts.ts'
import { runSilla, startSilla } from './run-silla.ts'

// a separate server: db setup changes roles, which all databases of a server share
const folder = mkdtempSync(join(tmpdir(), 'silla-cli-'))
const postgres = await startEmbeddedPostgres({ dataDir: folder })
after(async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})
const PREPARE_DATABASE_URL = postgres.prepareUrl
let urls: Record<string, string> = {}
const ran: string[] = []
const silla: typeof runSilla = (args, ...where) => {
  ran.push(args.join(' '))
  return runSilla(args, ...where)
}

test('db setup prints the URL of every program; passwords are printed only once', async () => {
  const prepared = await silla(['db', 'setup', '--json'], { PREPARE_DATABASE_URL })
  assert.equal(prepared.code, 0)
  urls = prepared.json().urls
  assert.deepEqual(Object.keys(urls).sort(), [
    'CLI_DATABASE_URL',
    'DATABASE_URL',
    'LISTEN_DATABASE_URL',
    'MIGRATOR_DATABASE_URL',
    'WORKER_DATABASE_URL',
  ])
  for (const url of Object.values(urls)) assert.match(new URL(url).password, /^[\w-]{32}$/)

  const again = await silla(['db', 'setup'], { PREPARE_DATABASE_URL })
  assert.match(again.stdout, /^CLI_DATABASE_URL=postgres:\/\/silla_admin@/m)
  assert.match(again.stdout, /keep their passwords/)
})

test('db status lists pending migrations, db migrate runs them, and again does nothing', async () => {
  const before = (await silla(['db', 'status', '--json'], urls)).json()
  const releases = { release: ownRelease.release, databaseRelease: null, compatibleFrom: null }
  const older = { current: false, ...releases, newer: false, tooNew: false }
  assert.deepEqual(before, { ...older, applied: [], pending: knownMigrations(), unknown: [] })
  const migrated = await silla(['db', 'migrate'], urls)
  for (const name of knownMigrations())
    assert.match(migrated.stdout, new RegExp(`^applied {2}${name}$`, 'm'))
  const again = await silla(['db', 'migrate', '--json'], urls)
  assert.deepEqual(again.json(), {
    ...{ applied: [], functions: [], indexes: [], backfills: [], partitioned: [] },
    newerRelease: null,
  })
  const status = await silla(['db', 'status'], urls)
  assert.match(status.stdout, /^The database is up to date\.\n$/m)
  assert.deepEqual([migrated.code, again.code, status.code], [0, 0, 0])
})

test('db passwords rotate adds logins that act as their roles, and retire ends the old ones', async () => {
  const passwords = (...args: string[]) =>
    silla(['db', 'passwords', ...args], { PREPARE_DATABASE_URL })
  const old = urls
  for (const suffix of ['a', 'b', 'a']) {
    const rotation = (await passwords('rotate', '--json')).json()
    assert.deepEqual(
      rotation.new,
      loginRoles.map((role) => `${role}_${suffix}`),
    )
    const again = await passwords('rotate', 'silla_api')
    assert.match(
      again.stderr,
      /^Error: silla_api(_\w)? and silla_api_\w can both log in: a rotation/,
    )
    for (const [variable, url] of Object.entries(rotation.urls as Record<string, string>)) {
      const session = await withPool(url, sessionOf)
      assert.deepEqual(session, await withPool(urls[variable] ?? '', sessionOf), variable)
    }
    const unfinished = await silla(['db', 'doctor'], rotation.urls)
    assert.match(
      unfinished.stdout,
      /^problem +roles +Several logins of the same role can be used: /m,
    )

    await withPool(urls.DATABASE_URL ?? '', async (sql) => {
      await sql`select`
      const used = await passwords('retire', ...rotation.old)
      assert.match(
        used.stderr,
        /^Error: silla_api(_\w)? is in use: 1 connections \(silla-test\)\. /,
      )
    })
    const retired = await passwords('retire', ...rotation.old)
    assert.match(retired.stdout, /^These logins can no longer be used: silla_migrator/)
    assert.equal(
      (await passwords('retire', ...rotation.old)).stdout,
      'These logins were retired already.\n',
    )
    const prepared = await silla(['db', 'setup'], { PREPARE_DATABASE_URL })
    assert.match(
      prepared.stdout,
      new RegExp(`^CLI_DATABASE_URL=postgres://silla_admin_${suffix}@`, 'm'),
    )
    await assert.rejects(
      withPool(urls.DATABASE_URL ?? '', (sql) => sql`select`),
      { code: '28P01' },
    )
    urls = { ...urls, ...rotation.urls }
    const doctor = await silla(['db', 'doctor'], urls)
    assert.match(doctor.stdout, /^ok +roles /m)
    assert.equal((await silla(['businesses', 'list'], urls)).code, 0)
  }
  const listed = (await passwords('list', '--json')).json()
  assert.deepEqual(
    listed.logins
      .filter(({ canLogIn }: { canLogIn: boolean }) => canLogIn)
      .map(({ name }: { name: string }) => name),
    loginRoles.map((role) => `${role}_a`),
  )
  const wrong = [
    [
      await passwords('retire', 'silla_api_a'),
      /^Error: silla_api_a is the only login of silla_api: /,
    ],
    [
      await passwords('retire', 'postgres'),
      /^Error: postgres is no login of Silla here\. There are /,
    ],
  ] as const
  for (const [{ code, stderr }, expected] of wrong) {
    assert.equal(code, 1)
    assert.match(stderr, expected)
  }

  await withPool(PREPARE_DATABASE_URL, (sql) => sql`revoke silla_worker from silla_worker_a`)
  const revoked = await silla(['db', 'doctor'], urls)
  assert.match(revoked.stdout, /silla_worker_a is no member of silla_worker/)
  const fresh = await silla(['db', 'setup', '--new-passwords', '--json'], { PREPARE_DATABASE_URL })
  urls = fresh.json().urls
  assert.notDeepEqual(urls, old)
  assert.match(urls.CLI_DATABASE_URL ?? '', /silla_admin:/)
  const { logins } = (await passwords('list', '--json')).json()
  assert.deepEqual(
    logins
      .filter(({ canLogIn }: { canLogIn: boolean }) => canLogIn)
      .map(({ name }: { name: string }) => name),
    loginRoles,
  )

  for (const line of [
    'list',
    'rotate',
    'retire silla_api silla_worker',
    'rotate silla_api --json',
    'retire silla_api --json',
    'retire silla_api --disconnect',
  ]) {
    const { code, stdout, stderr } = await passwords(...line.split(' '))
    assert.deepEqual([code, stderr], [0, ''], `${line}: ${stdout}`)
  }
  const last = await silla(['db', 'setup', '--new-passwords', '--json'], { PREPARE_DATABASE_URL })
  urls = last.json().urls
})

test('db nodes says that plain PostgreSQL has none, and --settle does nothing there', async () => {
  const listed = await silla(['db', 'nodes'], urls)
  const { port } = new URL(PREPARE_DATABASE_URL)
  assert.equal(
    listed.stdout,
    `Database: silla at 127.0.0.1:${port}\nThe database runs on plain PostgreSQL: it has no nodes.\n`,
  )
  const settled = await silla(['db', 'nodes', '--settle', '--json'], urls)
  assert.deepEqual(settled.json(), { nodes: [] })
  assert.deepEqual([listed.code, settled.code], [0, 0])
})

test('a command without the variable it needs names that variable, and does not use the database of npm start', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'silla-cli-'))
  t.after(() => rmSync(dataDir, { recursive: true }))
  const urlOf = (role: string) => `postgres://${role}:secret@127.0.0.1:1/silla`
  writeDatabaseUrls(dataDir, {
    prepare: 'postgres://postgres:secret@127.0.0.1:1/postgres',
    migrator: urlOf('silla_migrator'),
    api: urlOf('silla_api'),
    listen: urlOf('silla_api'),
    worker: urlOf('silla_worker'),
    cli: urlOf('silla_admin'),
  })
  const { CLI_DATABASE_URL = '', MIGRATOR_DATABASE_URL = '' } = urls
  const demo = { SILLA_DATA_DIR: dataDir }
  const { port } = new URL(PREPARE_DATABASE_URL)
  const refusal = (other: string, variable: string) =>
    `Error: ${other} names silla at 127.0.0.1:${port}, and ${variable} is not set: set it to the URL ` +
    `of the same database. That of npm start, silla at 127.0.0.1:1, is used only without ${other}.\n`
  for (const [args, env, message] of [
    [['db', 'migrate'], { CLI_DATABASE_URL }, refusal('CLI_DATABASE_URL', 'MIGRATOR_DATABASE_URL')],
    [['db', 'nodes'], { CLI_DATABASE_URL }, refusal('CLI_DATABASE_URL', 'MIGRATOR_DATABASE_URL')],
    [
      ['db', 'reset', '--yes'],
      { PREPARE_DATABASE_URL },
      refusal('PREPARE_DATABASE_URL', 'MIGRATOR_DATABASE_URL'),
    ],
    [
      ['businesses', 'list'],
      { MIGRATOR_DATABASE_URL },
      refusal('MIGRATOR_DATABASE_URL', 'CLI_DATABASE_URL'),
    ],
  ] as const) {
    const { code, stdout, stderr } = await silla([...args], { ...demo, ...env })
    assert.deepEqual([code, stdout, stderr], [1, '', message], args.join(' '))
  }
  const own = await silla(['db', 'migrate'], { ...demo, CLI_DATABASE_URL: urlOf('silla_admin') })
  assert.match(own.stdout, /^Database: silla at 127\.0\.0\.1:1\n/)
  assert.match(
    own.stderr,
    /^Error: The database is not reachable \(connect ECONNREFUSED 127\.0\.0\.1:1\)/,
  )
})

test('db migrate waits for another migration, and Ctrl-C ends the wait', async (t) => {
  const sql = openPool({ url: urls.MIGRATOR_DATABASE_URL ?? '', max: 1, name: 'silla-test' })
  t.after(() => sql.end())
  await sql`select pg_advisory_lock(7455201)`
  const waiting = startSilla(['db', 'migrate'], urls)
  await waiting.waitFor(
    'stderr',
    /^Another process is migrating the database\. Waiting for it to finish\.\n$/,
  )
  waiting.kill('SIGINT')
  assert.match((await waiting.ended()).stdout, /^Database: [^\n]*\n$/)
})

test('a migration of a newer version is reported, and its functions are not overwritten', async (t) => {
  const sql = openPool({ url: urls.MIGRATOR_DATABASE_URL ?? '', max: 1, name: 'silla-test' })
  t.after(() => sql.end())
  await sql`update registry.migrations_applied set name = '9999-later.sql' where index = (select max(index) from registry.migrations_applied)`
  const status = (await silla(['db', 'status', '--json'], urls)).json()
  assert.deepEqual([status.current, status.unknown], [false, ['9999-later.sql']])
  await sql`update registry.functions_applied set hash = 'later' where name = 'app.book_visit'`
  const migrated = await silla(['db', 'migrate'], urls)
  assert.equal(
    migrated.stderr,
    'Error: The database belongs to a newer Silla (9999-later.sql): update this one.\n',
  )
  const renewed = await sql`
    update registry.functions_applied set hash = 'renewed' where name = 'app.book_visit' and hash = 'later' returning name`
  assert.deepEqual([migrated.code, renewed.length], [1, 1])
  await sql`update registry.migrations_applied set name = ${knownMigrations().at(-1) ?? ''} where name = '9999-later.sql'`
})

test('a database of a newer release can be used until that release says otherwise', async (t) => {
  const sql = openPool({ url: urls.MIGRATOR_DATABASE_URL ?? '', max: 1, name: 'silla-test' })
  t.after(() => sql.end())
  const nextRelease = (compatibleFrom: string) => sql`
    update registry.schema_release set release = '10.0.0', compatible_from = ${compatibleFrom}`
  await nextRelease(ownRelease.release)
  await sql`
    insert into registry.migrations_applied (index, name, script, applied_at, obsolete)
    values (9999, '9999-later.sql', '', now(), false)`
  const [kept] = await sql`
    update registry.functions_applied set hash = 'later' where name = 'app.book_visit' returning name`
  assert.ok(kept)

  const status = await silla(['db', 'status'], urls)
  assert.match(
    status.stdout,
    new RegExp(`\nSilla 10\\.0\\.0 migrated .+\\(${ownRelease.release}\\) can use it\\.\n$`),
  )
  const migrated = await silla(['db', 'migrate', '--json'], urls)
  assert.deepEqual([migrated.code, migrated.json().newerRelease], [0, '10.0.0'])
  const listed = await silla(['businesses', 'list'], urls)
  const doctor = await silla(['db', 'doctor'], urls)
  assert.equal(listed.code, 0, listed.stderr)
  assert.match(doctor.stdout, /^ok +schema +Silla 10\.0\.0 migrated the database/m)
  const later = await sql`select from registry.functions_applied where hash = 'later'`
  assert.equal(later.length, 1, 'the functions of the newer release stay')

  await nextRelease('10.0.0')
  const refused = `Silla 10.0.0 migrated the database. It can be used by releases from 10.0.0 on, and this is ${ownRelease.release}`
  const [migrateAgain, listAgain, doctorAgain, statusAgain] = [
    await silla(['db', 'migrate'], urls),
    await silla(['businesses', 'list'], urls),
    await silla(['db', 'doctor'], urls),
    await silla(['db', 'status', '--json'], urls),
  ]
  assert.equal(migrateAgain.stderr, `Error: ${refused}: update this one.\n`)
  assert.equal(listAgain.stderr, `Error: ${refused}. Update this one.\n`)
  assert.match(doctorAgain.stdout, /^problem +schema +Silla 10\.0\.0 migrated the database, for/m)
  const { current, newer, tooNew } = statusAgain.json()
  assert.deepEqual({ current, newer, tooNew }, { current: false, newer: false, tooNew: true })

  await sql`delete from registry.schema_release`
  await sql`delete from registry.migrations_applied where name = '9999-later.sql'`
  const restored = await silla(['db', 'migrate', '--json'], urls)
  assert.deepEqual(restored.json().functions, ['app.book_visit'])
})

test('a migration without its row is named, by the doctor too, and the row comes back as documented', async (t) => {
  const sql = openPool({ url: urls.MIGRATOR_DATABASE_URL ?? '', max: 1, name: 'silla-test' })
  t.after(() => sql.end())
  const lost = await sql<{ index: number; name: string; script: string }[]>`
    delete from registry.migrations_applied where index in (40, 41) returning index, name, script`
  const [one, other] = lost.map(({ name }) => name).sort()
  const fault = `registry.migrations_applied has no row of ${one}, ${other}, and has those of later migrations.`
  const migrated = await silla(['db', 'migrate'], urls)
  assert.equal(migrated.code, 1)
  assert.ok(
    migrated.stderr.startsWith(
      `Error: ${fault} Nothing was applied. If only rows were deleted, restore them`,
    ),
    migrated.stderr,
  )
  const doctor = await silla(['db', 'doctor'], urls)
  assert.ok(doctor.stdout.includes(` ${fault}\n`), doctor.stdout)
  for (const { index, name, script } of lost)
    await sql`
      insert into registry.migrations_applied (index, name, script, applied_at, obsolete)
      values (${index}, ${name}, ${script}, now(), false)`
  const again = await silla(['db', 'migrate'], urls)
  assert.match(again.stdout, /\nThe database is up to date\.\n$/, again.stderr)
})

test('db reset asks for confirmation, fails in production and with a live business, and otherwise empties the database', async (t) => {
  const env = { ...urls, PREPARE_DATABASE_URL }
  const admin = openPool({ url: urls.CLI_DATABASE_URL ?? '', max: 2, name: 'silla-test' })
  t.after(() => admin.end())
  const place = {
    timezone: 'Europe/Madrid',
    currency: 'EUR',
    language: 'es',
    country: 'ES',
  } as const
  await createBusiness(admin, { slug: 'lively', name: 'Lively', mode: 'live', ...place })

  const live = await silla(['db', 'reset', '--yes'], env)
  assert.deepEqual(
    [live.code, live.stderr],
    [1, 'Error: db reset is not allowed: the database has live businesses (lively).\n'],
  )
  await admin`update registry.businesses set mode = 'test'`
  const production = await silla(['db', 'reset', '--yes'], { ...env, NODE_ENV: 'production' })
  assert.deepEqual(
    [production.code, production.stderr],
    [1, 'Error: db reset is not allowed in production (NODE_ENV).\n'],
  )
  const tried = await silla(['db', 'reset', '--dry-run'], env)
  const { host } = new URL(PREPARE_DATABASE_URL)
  assert.equal(
    tried.stdout,
    `All data of the database silla at ${host}, with 1 business, would be deleted.\n`,
  )
  const unconfirmed = await silla(['db', 'reset'], env)
  assert.equal(unconfirmed.code, 2)
  assert.match(unconfirmed.stderr, /pass --yes\.\n$/)
  const elsewhere = new URL(urls.MIGRATOR_DATABASE_URL ?? '')
  elsewhere.port = '1'
  const mixed = await silla(['db', 'reset', '--yes'], {
    ...env,
    MIGRATOR_DATABASE_URL: elsewhere.href,
  })
  assert.match(
    mixed.stderr,
    new RegExp(`name different databases: silla at ${host}, silla at [^ ]+:1\\.\n$`),
  )
  assert.equal((await admin`select slug from registry.businesses`).length, 1)

  const done = await silla(['db', 'reset', '--yes', '--json'], env)
  assert.deepEqual([done.code, done.json()], [0, { dryRun: false, database: 'silla', reset: true }])
  const status = await silla(['db', 'status', '--json'], urls)
  assert.equal(status.json().current, true)
  const list = await silla(['businesses', 'list'], urls)
  assert.equal(list.stdout, 'There are no businesses.\n')
})

test('the database of npm start is found through the data folder, from any subfolder', async () => {
  const dataDir = join(folder, '.silla')
  const found = {
    prepare: PREPARE_DATABASE_URL,
    migrator: urls.MIGRATOR_DATABASE_URL,
    cli: urls.CLI_DATABASE_URL,
  }
  const { mkdirSync } = await import('node:fs')
  mkdirSync(join(folder, 'deep/er'), { recursive: true })
  mkdirSync(dataDir)
  writeDatabaseUrls(dataDir, { ...found, api: '', worker: '', listen: '' } as never)
  const ran = [
    await silla(['businesses', 'list'], { SILLA_DATA_DIR: dataDir }),
    await silla(['db', 'status'], { SILLA_DATA_DIR: '' }, folder),
    await silla(['businesses', 'list'], { SILLA_DATA_DIR: '' }, join(folder, 'deep/er')),
  ]
  assert.deepEqual(
    ran.map(({ code, stderr }) => [code, stderr]),
    [
      [0, ''],
      [0, ''],
      [0, ''],
    ],
  )
})

test('a wrong password and a login that may not set up the server are one-line errors', async () => {
  const wrong = new URL(urls.CLI_DATABASE_URL ?? '')
  wrong.password = 'guessed'
  const refused = await silla(['businesses', 'list'], { CLI_DATABASE_URL: wrong.href })
  assert.match(refused.stderr, /^Error: The database rejected the login: .*silla_admin.*\n$/)
  const unprivileged = await silla(['db', 'setup'], {
    PREPARE_DATABASE_URL: urls.CLI_DATABASE_URL ?? '',
  })
  assert.match(
    unprivileged.stderr,
    /^Error: The login silla_admin may not set up this server: .*\n$/,
  )
  const unreachable = await silla(['db', 'setup'], {
    PREPARE_DATABASE_URL: 'postgres://x@127.0.0.1:1/',
  })
  assert.match(unreachable.stderr, /^Error: No PostgreSQL server responds at 127\.0\.0\.1:1 .*\n$/)
  assert.deepEqual([refused.code, unprivileged.code, unreachable.code], [1, 1, 1])
})

test('a URL with a role other than the admin role, and a pooler that drops the operator, are rejected', async (t) => {
  const withoutOperator = openPool({ url: urls.CLI_DATABASE_URL ?? '', max: 1, name: 'silla-test' })
  t.after(() => withoutOperator.end())
  await assert.rejects(
    assertCompatibleDatabase(withoutOperator),
    /^CliError: A connection pooler drops the operator/,
  )
  const superuser = new URL(PREPARE_DATABASE_URL)
  superuser.pathname = new URL(urls.CLI_DATABASE_URL ?? '').pathname
  for (const url of [superuser.href, urls.MIGRATOR_DATABASE_URL ?? '', urls.DATABASE_URL ?? '']) {
    const { code, stderr } = await silla(['businesses', 'list'], { CLI_DATABASE_URL: url })
    assert.deepEqual(
      [code, stderr],
      [
        1,
        `Error: CLI_DATABASE_URL has the role ${new URL(url).username}, but silla needs ` +
          'silla_admin. db setup prints its URL.\n',
      ],
    )
  }
})

test('TLS is used as the sslmode of the URL says', async (t) => {
  const { cert, key } = ownCertificate()
  const authority = join(folder, 'authority.pem')
  writeFileSync(authority, cert)
  const port = await listenWithTls(t, { cert, key })
  const there = (role: string, sslmode: string) => {
    const url = new URL(urls[role] ?? '')
    url.host = `localhost:${port}`
    url.searchParams.set('sslmode', sslmode)
    return { [role]: url.href }
  }
  const required = await silla(['db', 'migrate'], there('MIGRATOR_DATABASE_URL', 'require'))
  assert.deepEqual([required.code, required.stderr], [0, ''])
  const unverified = await silla(['db', 'migrate'], there('MIGRATOR_DATABASE_URL', 'verify-full'))
  assert.match(unverified.stderr, /does not trust the certificate of the database/)
  const unknown = await silla(['businesses', 'list'], there('CLI_DATABASE_URL', 'verify-full'))
  assert.equal(
    unknown.stderr,
    'Error: This machine does not trust the certificate of the database (self-signed ' +
      'certificate). Set NODE_EXTRA_CA_CERTS to the certificate of its authority.\n',
  )
  const trusting = { ...there('CLI_DATABASE_URL', 'verify-full'), NODE_EXTRA_CA_CERTS: authority }
  const known = await silla(['businesses', 'list'], trusting)
  assert.deepEqual([unknown.code, known.code, known.stderr], [1, 0, ''])
  for (const command of [
    ['db', 'setup'],
    ['db', 'status'],
  ]) {
    const withoutTls = new URL(PREPARE_DATABASE_URL)
    withoutTls.searchParams.set('sslmode', 'require')
    const refused = await silla(command, {
      PREPARE_DATABASE_URL: withoutTls.href,
      CLI_DATABASE_URL: withoutTls.href,
    })
    assert.match(refused.stderr, /^Error: The database does not accept encrypted connections, /)
  }
})

test('settings of TLS that the drivers cannot keep to are refused with what to use instead', async () => {
  for (const [place, query, sentence] of [
    ['127.0.0.1', 'sslmode=verify-full', /with the address 127\.0\.0\.1 .*: use the name in the/],
    ['db.example,[::1]', 'sslmode=verify-full', /with the address ::1 /],
    ['db.example', 'sslmode=verify-ca', /^Error: sslmode=verify-ca .*: use verify-full\.\n$/],
    ['db.example', 'sslrootcert=a.pem', /^Error: sslrootcert .*: set NODE_EXTRA_CA_CERTS to the/],
  ] as const) {
    const { code, stderr } = await silla(['businesses', 'list'], {
      CLI_DATABASE_URL: `postgres://silla_admin:secret@${place}/silla?${query}`,
    })
    assert.match(stderr, sentence)
    assert.equal(code, 1)
  }
})

test('every example of db setup, migrate, reset and passwords has been run', async () => {
  // this must be the last test: it changes all passwords
  const renewed = await silla(['db', 'setup', '--new-passwords', '--json'], {
    PREPARE_DATABASE_URL,
  })
  assert.equal(renewed.code, 0)
  const examples = commandFacts()
    .filter(({ words }) => /^db (setup|migrate|reset|passwords \w+)$/.test(words))
    .flatMap(({ examples }) => examples.map(({ line }) => line.replace(/^(\S+=\S+ )?silla /, '')))
  assert.deepEqual(
    examples.filter((line) => !ran.includes(line)),
    [],
  )
})

/** A proxy in front of the server that accepts only TLS, like managed servers. */
async function listenWithTls(
  t: TestContext,
  identity: { cert: string; key: string },
): Promise<number> {
  const { hostname, port } = new URL(PREPARE_DATABASE_URL)
  const db = createServer((socket) =>
    socket.once('data', () => {
      socket.write('S')
      const secret = new TLSSocket(socket, { isServer: true, ...identity })
      const behind = connect(Number(port), hostname)
      secret.pipe(behind).pipe(secret)
      for (const end of [secret, behind]) end.on('error', () => behind.destroy())
    }),
  )
  db.listen(0, 'localhost')
  await once(db, 'listening')
  t.after(() => db.close())
  return (db.address() as AddressInfo).port
}

/** What a session may do and how it behaves; the login is none of it. */
const sessionOf = async (sql: Sql) => {
  const [row] = await sql`
    select current_user::text as role, current_setting('search_path') as path,
      current_setting('jit') as jit, current_setting('statement_timeout') as statement,
      current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle`
  const tables = await sql`
    select relation.oid::regclass::text as name, privilege
    from pg_class relation
    join pg_namespace space on space.oid = relation.relnamespace
    cross join unnest(array['select', 'insert', 'update', 'delete']) as privilege
    where space.nspname in ('app', 'registry', 'jobs') and relation.relkind in ('r', 'p')
      and has_table_privilege(relation.oid, privilege)
    order by 1, 2`
  return { row, tables: [...tables] }
}
