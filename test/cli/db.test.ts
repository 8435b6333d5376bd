import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after, type TestContext } from 'node:test'
import { TLSSocket } from 'node:tls'
import { createBusiness } from '@silla/core'
import { knownMigrations, openPool, writeDatabaseUrls } from '@silla/db'
import { startEmbeddedPostgres } from '@silla/embedded-postgres'
import { assertCompatibleDatabase } from '../../cli/src/db/assert-compatible.ts'
import { ownCertificate } from '../support/certificate.ts'
import { commandFacts } from './published/command-facts.ts'
import { runSilla, startedSilla } from './run-silla.ts'

// a server of its own: preparing one changes roles, which all databases of a server share
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

test('preparing a new server tells the URL of every program, with passwords that are told once', async () => {
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

test('status tells what is pending, migrate does it, again is nothing', async () => {
  const before = (await silla(['db', 'status', '--json'], urls)).json()
  assert.deepEqual(before, { current: false, applied: [], pending: knownMigrations(), unknown: [] })
  const migrated = await silla(['db', 'migrate'], urls)
  for (const name of knownMigrations())
    assert.match(migrated.stdout, new RegExp(`^applied {2}${name}$`, 'm'))
  const again = await silla(['db', 'migrate', '--json'], urls)
  assert.deepEqual(again.json(), { applied: [], functions: [] })
  const status = await silla(['db', 'status'], urls)
  assert.match(status.stdout, /^The database is up to date\.\n$/m)
  assert.deepEqual([migrated.code, again.code, status.code], [0, 0, 0])
})

test('who migrates while another does is told to wait, and Ctrl-C ends the wait', async (t) => {
  const sql = openPool({ url: urls.MIGRATOR_DATABASE_URL ?? '', max: 1, name: 'silla-test' })
  t.after(() => sql.end())
  await sql`select pg_advisory_lock(7455201)`
  const waiting = startedSilla(['db', 'migrate'], urls)
  await waiting.says(
    'stderr',
    /^Another process is migrating the database\. Waiting for it to finish\.\n$/,
  )
  waiting.kill('SIGINT')
  assert.equal((await waiting.ended()).stdout, '')
})

test('a migration that only a newer Silla knows is told, and none of its functions is made older', async (t) => {
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

test('reset asks where it can, is refused in production and with a live business, and empties the rest', async (t) => {
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
  const unasked = await silla(['db', 'reset'], env)
  assert.equal(unasked.code, 2)
  assert.match(unasked.stderr, /pass --yes\.\n$/)
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

test('beside npm start the database is found through the data folder, from any folder below', async () => {
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

test('a password that is wrong, and a server that may not be prepared, are one clear sentence each', async () => {
  const wrong = new URL(urls.CLI_DATABASE_URL ?? '')
  wrong.password = 'guessed'
  const refused = await silla(['businesses', 'list'], { CLI_DATABASE_URL: wrong.href })
  assert.match(refused.stderr, /^Error: The database rejected the login: .*silla_admin.*\n$/)
  const powerless = await silla(['db', 'setup'], {
    PREPARE_DATABASE_URL: urls.CLI_DATABASE_URL ?? '',
  })
  assert.match(powerless.stderr, /^Error: The login silla_admin may not set up this server: .*\n$/)
  const nobody = await silla(['db', 'setup'], { PREPARE_DATABASE_URL: 'postgres://x@127.0.0.1:1/' })
  assert.match(nobody.stderr, /^Error: No PostgreSQL server responds at 127\.0\.0\.1:1 .*\n$/)
  assert.deepEqual([refused.code, powerless.code, nobody.code], [1, 1, 1])
})

test('staff is let in as staff: the URL of whoever may more, or less, or on whose way the name is lost, is refused', async (t) => {
  const nameless = openPool({ url: urls.CLI_DATABASE_URL ?? '', max: 1, name: 'silla-test' })
  t.after(() => nameless.end())
  await assert.rejects(
    assertCompatibleDatabase(nameless),
    /^CliError: A connection pooler drops the operator/,
  )
  const boss = new URL(PREPARE_DATABASE_URL)
  boss.pathname = new URL(urls.CLI_DATABASE_URL ?? '').pathname
  for (const url of [boss.href, urls.MIGRATOR_DATABASE_URL ?? '', urls.DATABASE_URL ?? '']) {
    const { code, stderr } = await silla(['businesses', 'list'], { CLI_DATABASE_URL: url })
    assert.deepEqual(
      [code, stderr],
      [
        1,
        `Error: CLI_DATABASE_URL has the role ${new URL(url).username}, but silla needs silla_admin. db setup prints its URL.\n`,
      ],
    )
  }
})

test('a server that takes nothing but TLS is worked with as its URL says', async (t) => {
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
  const overheard = await silla(['db', 'migrate'], there('MIGRATOR_DATABASE_URL', 'require'))
  assert.deepEqual([overheard.code, overheard.stderr], [0, ''])
  const unknown = await silla(['businesses', 'list'], there('CLI_DATABASE_URL', 'verify-full'))
  assert.equal(
    unknown.stderr,
    'Error: This machine does not trust the certificate of the database (self-signed certificate). Set NODE_EXTRA_CA_CERTS to the certificate of its authority.\n',
  )
  const trusting = { ...there('CLI_DATABASE_URL', 'verify-full'), NODE_EXTRA_CA_CERTS: authority }
  const known = await silla(['businesses', 'list'], trusting)
  assert.deepEqual([unknown.code, known.code, known.stderr], [1, 0, ''])
})

test('every example of what makes and empties databases has been run', async () => {
  // the last: from here on nobody knows a password
  const renewed = await silla(['db', 'setup', '--new-passwords', '--json'], {
    PREPARE_DATABASE_URL,
  })
  assert.equal(renewed.code, 0)
  const examples = commandFacts()
    .filter(({ words }) => /^db (setup|migrate|reset)$/.test(words))
    .flatMap(({ examples }) => examples.map(({ line }) => line.replace(/^(\S+=\S+ )?silla /, '')))
  assert.deepEqual(
    examples.filter((line) => !ran.includes(line)),
    [],
  )
})

/** Stands before the server and takes nothing but TLS, as a managed one does. */
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
