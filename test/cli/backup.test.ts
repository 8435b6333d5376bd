import assert from 'node:assert/strict'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { before, test } from 'node:test'
import {
  cloneDatabase,
  knownMigrations,
  migrate,
  openPool,
  rolePasswords,
  setupDatabase,
  writeDatabaseUrls,
} from '@silla/db'
import { startEmbeddedPostgres } from '@silla/embedded-postgres'
import { inRepository } from '../architecture/sources.ts'
import { dataOf } from '../support/assertions.ts'
import { atEnd } from '../support/at-end.ts'
import { testDatabase } from '../support/database.ts'
import { makeFast, openTestServer } from '../support/open-test-server.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import {
  type SystemPostgres,
  skipWithoutSystemPostgres,
  startSystemPostgres,
} from '../support/system-postgres.ts'
import { useTestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { withPool } from '../support/with-pool.ts'
import { commandFacts } from './published/command-facts.ts'
import { type RunResult, runSilla, startSilla } from './run-silla.ts'

const skip = skipWithoutSystemPostgres
const folder = mkdtempSync(join(tmpdir(), 'silla-backup-'))
atEnd(async () => rmSync(folder, { recursive: true }))
const backups = join(folder, 'backups')

let postgres: SystemPostgres
let source = ''
let salon: TestSalon
/** Made by the first test. */
let backup = ''
const ran: string[] = []

before(async () => {
  if (skip) return
  mkdirSync(backups)
  postgres = await startSystemPostgres()
  atEnd(() => postgres.close())
  const { server, close } = await openTestServer(postgres.url)
  atEnd(close)
  useTestServer(server)
  atEnd(async () => useTestServer(undefined))
  salon = await openSalon({ payments: true })
  source = (await testDatabase()).urls.prepare
})

test('a backup that is made while the API runs has every row, and restores on a new server with its roles', {
  skip,
}, async (t) => {
  const booked = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const intent = await salon.guest.createIntent(booked)
  salon.stripe.pay(intent)
  dataOf(await salon.guest.confirmPayment(intent, { codigo: booked.codigo }))
  dataOf(await salon.guest.book('Ana', '12:00'), 201)

  const written = await silla('db backup BACKUPS --keep 14 --json', { url: source })
  backup = written.json().file
  assert.deepEqual([written.code, written.json().deleted], [0, []])
  assert.match(backup, /\/backups\/silla_test_\w+-\d{8}T\d{6}Z\.dump$/)
  assert.deepEqual(readdirSync(backups), [backup.split('/').at(-1)])
  assert.equal(statSync(backup).mode & 0o777, 0o600)
  assert.equal(statSync(backup).size, written.json().bytes)

  const fresh = await startSystemPostgres()
  t.after(() => fresh.close())
  copyFileSync(backup, join(backups, 'silla-20270106T031500Z.dump'))
  const target = urlOf('silla', fresh)
  const restored = await silla('db restore BACKUPS/silla-20270106T031500Z.dump', { url: target })
  assert.deepEqual([restored.code, restored.stderr], [0, ''])
  assert.match(
    restored.stdout,
    /^Restored the database silla: 1 business, 2 bookings, 1 payment\.\nNew passwords, shown only once, for: silla_migrator, /,
  )
  const before = await digests(source)
  assert.deepEqual(await digests(target), before)
  for (const table of ['app.bookings', 'app.payments', 'jobs.outbox', 'app.audit_entries'])
    assert.notEqual(before[table], undefined, table)
  const urls = Object.fromEntries(
    [...restored.stdout.matchAll(/^(\w+_URL)=(.+)$/gm)].map(([, name = '', url = '']) => [
      name,
      url,
    ]),
  )
  const listed = await runSilla(
    ['bookings', 'show', booked.codigo, '-b', salon.slug, '--json'],
    urls,
  )
  assert.deepEqual([listed.code, listed.json().booking?.code], [0, booked.codigo], listed.stdout)
  const migrated = await runSilla(['db', 'migrate', '--json'], urls)
  const { applied, functions } = migrated.json()
  assert.deepEqual({ applied, functions }, { applied: [], functions: [] })
})

test('--keep deletes the oldest backups of the database, and what interrupted ones left a day ago', {
  skip,
}, async () => {
  const name = (time: string) => `${new URL(source).pathname.slice(1)}-${time}`
  const [old, other, abandoned, running] = [
    name('20260101T000000Z.dump'),
    'other-20260101T000000Z.dump',
    name('20260102T000000Z.dump.part'),
    name('20260103T000000Z.dump.part'),
  ] as const
  for (const each of [old, other, abandoned, running]) writeFileSync(join(backups, each), '')
  const yesterday = Date.now() / 1000 - 90_000
  utimesSync(join(backups, abandoned), yesterday, yesterday)
  const written = await silla('db backup BACKUPS', { url: source, more: ['--keep', '2'] })
  assert.match(written.stdout, /^Wrote .+ \(\d+ kB\)\.\nDeleted 1 older backup\.\n$/)
  const left = readdirSync(backups)
  assert.deepEqual(
    [old, other, abandoned, running].map((each) => left.includes(each)),
    [false, true, false, true],
  )
  rmSync(join(backups, running))
  ran.push('db backup BACKUPS')
})

test('a login that may only read all rows is enough for a backup, one without BYPASSRLS is not', {
  skip,
}, async () => {
  const database = new URL(source).pathname.slice(1)
  await withPool(source, async (sql) => {
    await sql`create role silla_backup login bypassrls password 'tape'`
    await sql`grant pg_read_all_data to silla_backup`
    await sql`grant connect on database ${sql(database)} to silla_backup`
  })
  const reader = new URL(source)
  Object.assign(reader, { username: 'silla_backup', password: 'tape' })
  const settings = { BACKUP_DATABASE_URL: reader.href, PREPARE_DATABASE_URL: 'not used' }
  const target = mkdtempSync(join(folder, 'reader-'))
  const written = await silla(`db backup ${target}`, { settings })
  assert.deepEqual([written.code, written.stderr], [0, ''])
  await withPool(source, (sql) => sql`alter role silla_backup nobypassrls`)
  const refused = await silla(`db backup ${target}`, { settings })
  assert.match(
    refused.stderr,
    /^Error: pg_dump failed: .*row-level security.*\. The login must be a superuser or have BYPASSRLS/,
  )
  assert.deepEqual([refused.code, readdirSync(target).length], [1, 1])
})

test('a backup that cannot be completed leaves no file', { skip }, async () => {
  const target = mkdtempSync(join(folder, 'full-'))
  // the limit of a file's size fails as a full disk does, and needs no disk
  const limited = programs({
    pg_dump: `trap '' XFSZ; ulimit -f 16; exec ${postgres.binDir}/pg_dump "$@"`,
  })
  const full = await silla(`db backup ${target}`, { url: source, binDir: limited })
  assert.deepEqual(
    [full.code, full.stderr],
    [1, 'Error: pg_dump failed: could not write to output file: File too large.\n'],
  )
  // pg_dump reports success, and the file has lost its end
  const damaged = programs({
    pg_dump: `${postgres.binDir}/pg_dump "$@" || exit; for last; do case $last in --file=*) truncate -s -2000 "\${last#--file=}";; esac; done`,
  })
  const unreadable = await silla(`db backup ${target}`, { url: source, binDir: damaged })
  assert.match(unreadable.stderr, /^Error: pg_restore failed: .+\n$/)
  assert.equal(unreadable.code, 1)

  const stuck = programs({ pg_dump: 'exec sleep 600' })
  const running = startSilla(['db', 'backup', target], {
    PREPARE_DATABASE_URL: source,
    PG_BINDIR: stuck,
  })
  await until(async () => readdirSync(target).length > 0)
  running.kill('SIGTERM')
  assert.equal((await running.ended()).stderr, 'Error: pg_dump was interrupted.\n')
  assert.deepEqual(readdirSync(target), [])

  // also while the version of the program is read
  const begun = join(mkdtempSync(join(folder, 'begun-')), 'yes')
  const silent = programs({ pg_dump: `echo "yes" > ${begun}; exec sleep 600` })
  const beginning = startSilla(['db', 'backup', target], {
    PREPARE_DATABASE_URL: source,
    PG_BINDIR: silent,
  })
  await until(async () => existsSync(begun))
  beginning.kill('SIGTERM')
  assert.equal((await beginning.ended()).stderr, 'Error: pg_dump was interrupted.\n')

  const nowhere = await silla(`db backup ${join(target, 'missing')}`, { url: source })
  assert.match(
    nowhere.stderr,
    /^Error: There is no folder .+\. Create it first, on another disk\.\n$/,
  )
  const empty = await silla(`db backup ${target}`, { url: urlOf('postgres') })
  assert.match(empty.stderr, /^Error: The database does not exist: .*silla/)
  assert.deepEqual([nowhere.code, empty.code, readdirSync(target)], [1, 1, []])
})

test('missing programs, and those of another version, are named with what to install', {
  skip,
}, async () => {
  const target = mkdtempSync(join(folder, 'tools-'))
  const version = Number(postgres.binDir.split('/').at(-2))
  const remedy =
    `Install PostgreSQL's client programs of version ${version} (Debian: ` +
    `postgresql-client-${version}), and set PG_BINDIR to their folder, such as ` +
    `/usr/lib/postgresql/${version}/bin.\n`
  const settings = { PREPARE_DATABASE_URL: source, PATH: target }
  const none = await silla(`db backup ${target}`, { settings: { ...settings, PG_BINDIR: '' } })
  assert.equal(none.stderr, `Error: There is no pg_dump on the PATH. ${remedy}`)
  const elsewhere = await silla(`db backup ${target}`, {
    settings: { ...settings, PG_BINDIR: target },
  })
  assert.equal(elsewhere.stderr, `Error: There is no pg_dump in ${target} (PG_BINDIR). ${remedy}`)
  const old = programs({ pg_dump: 'echo "pg_dump (PostgreSQL) 14.2"' })
  const wrong = await silla(`db backup ${target}`, { url: source, binDir: old })
  assert.equal(
    wrong.stderr,
    `Error: The server has PostgreSQL ${version}, but pg_dump in ${old} (PG_BINDIR) has version ` +
      `14.2. ${remedy}`,
  )
  const newer = programs({ pg_restore: 'echo "pg_restore (PostgreSQL) 99.1"' })
  const restored = await silla(`db restore ${backup}`, { url: urlOf('tools'), binDir: newer })
  assert.match(restored.stderr, /but pg_restore in .+ has version 99\.1\. Install/)
  assert.deepEqual(
    [none.code, elsewhere.code, wrong.code, restored.code, readdirSync(target)],
    [1, 1, 1, 1, []],
  )
  assert.deepEqual(await databasesNamed('tools'), [])
})

test('a restore over a database with data or connections is refused and changes nothing', {
  skip,
}, async () => {
  const before = await digests(source)
  const over = await silla(`db restore ${backup}`, { url: source })
  assert.match(over.stderr, /^Error: The database \w+ has 1 business\. .+ Nothing was changed\.\n$/)
  assert.deepEqual(await digests(source), before)

  await withPool(urlOf('postgres'), (sql) => sql`create database used`)
  const visitor = openPool({ url: urlOf('used'), max: 1, name: 'silla-worker' })
  await visitor`select 1`
  const used = await silla(`db restore ${backup}`, { url: urlOf('used') })
  assert.equal(
    used.stderr,
    'Error: The database used has 1 connection (silla-worker). Stop the API, the worker and ' +
      'other programs that use it. Nothing was changed.\n',
  )
  await visitor.end()
  assert.deepEqual([over.code, used.code, await tablesOf(urlOf('used'))], [1, 1, 0])
})

test('a restore into the database of a Citus cluster is refused, because nothing would be distributed', {
  skip,
}, async () => {
  await withPool(urlOf('postgres'), (sql) => sql`create database cluster`)
  // the extension is not installed: what decides is its row
  await withPool(
    urlOf('cluster'),
    (sql) => sql`update pg_extension set extname = 'citus' where extname = 'plpgsql'`,
  )
  const refused = await silla(`db restore ${backup}`, { url: urlOf('cluster') })
  assert.equal(
    refused.stderr,
    'Error: The database cluster is that of a Citus cluster, and a backup is restored on plain ' +
      'PostgreSQL alone. See docs/scaling.md, "Backups of a cluster". Nothing was changed.\n',
  )
  assert.deepEqual([refused.code, await tablesOf(urlOf('cluster'))], [1, 0])
})

test('a backup of a newer version is refused, one of an older version states its missing migrations', {
  skip,
}, async () => {
  const last = knownMigrations().at(-1) ?? ''
  const changed = async (database: string, change: (url: string) => Promise<unknown>) => {
    const { urls } = await testDatabase()
    const template = new URL(urls.prepare).pathname.replace(/^\/(.+)_\d+_\d+$/, '$1')
    await cloneDatabase({ prepareUrl: postgres.url, template, database })
    await change(urlOf(database))
    const target = mkdtempSync(join(folder, `${database}-`))
    return (await silla(`db backup ${target} --json`, { url: urlOf(database) })).json().file
  }
  const newer = await changed('newer', (url) =>
    withPool(
      url,
      (sql) =>
        sql`update registry.migrations_applied set name = '9999-later.sql' where name = ${last}`,
    ),
  )
  const refused = await silla(`db restore ${newer} --json`, { url: urlOf('from_newer') })
  assert.deepEqual(refused.json().error, {
    message: `${newer} was made by a newer version of Silla (9999-later.sql): restore it with that version. Nothing was changed.`,
    unknown: ['9999-later.sql'],
  })
  assert.deepEqual([refused.code, await databasesNamed('from_newer')], [1, []])

  const older = await changed('older', (url) =>
    withPool(url, (sql) => sql`delete from registry.migrations_applied where name = ${last}`),
  )
  copyFileSync(older, join(folder, 'silla-20270106T031500Z.dump'))
  const restored = await silla('db restore silla-20270106T031500Z.dump --json', {
    url: urlOf('from_older'),
  })
  assert.deepEqual([restored.code, restored.json().pending], [0, [last]])
  const text = await silla(`db restore ${older}`, { url: urlOf('from_older') })
  assert.match(text.stdout, new RegExp(`run silla db migrate \\(${last}\\)\\.\\n$`))
})

test('a file that is no backup, or has lost its end, restores nothing', { skip }, async () => {
  const broken = join(folder, 'broken.dump')
  writeFileSync(broken, 'not a backup')
  const text = await silla(`db restore ${broken}`, { url: urlOf('broken') })
  assert.match(
    text.stderr,
    /broken\.dump cannot be restored: pg_restore failed: .*valid archive.*\.\n$/,
  )
  const absent = await silla(`db restore ${broken}.gone`, { url: urlOf('broken') })
  assert.match(absent.stderr, /^Error: Cannot read .+ \(ENOENT\)\.\n$/)
  assert.deepEqual([text.code, absent.code, await databasesNamed('broken')], [1, 1, []])

  copyFileSync(backup, broken)
  truncateSync(broken, statSync(backup).size - 2000)
  const short = await silla(`db restore ${broken}`, { url: urlOf('broken') })
  assert.match(short.stderr, /^Error: \S+ cannot be restored: pg_restore failed: .+\.\n$/)
  assert.deepEqual([short.code, await databasesNamed('broken')], [1, []])
})

test('an interrupted restore leaves a database without data, in which the next one succeeds', {
  skip,
}, async () => {
  // most of the backup, and then nothing more
  const slow = programs({
    pg_restore:
      `case "$*" in *--single-transaction*) file=\${@: -1}; set -- "\${@:1:$#-1}"; ` +
      `exec ${postgres.binDir}/pg_restore "$@" < <(exec 2>/dev/null; head -c -4000 "$file"; tail --pid=$$ -f /dev/null);; esac; ` +
      `exec ${postgres.binDir}/pg_restore "$@"`,
  })
  const target = urlOf('interrupted')
  const running = startSilla(['db', 'restore', backup], {
    PREPARE_DATABASE_URL: target,
    PG_BINDIR: slow,
  })
  await withPool(urlOf('postgres'), async (sql) => {
    const waiting = () => sql`
      select from pg_stat_activity
      where application_name = 'pg_restore' and datname = 'interrupted' and wait_event = 'ClientRead'
        and state_change < now() - interval '200 ms'`
    const ended = running.ended().then(({ stderr }) => stderr)
    await until(async () => {
      const failure = await Promise.race([ended, null])
      if (failure !== null) throw new Error(failure)
      return (await waiting()).length > 0
    })
    const second = await silla(`db restore ${backup}`, { url: target })
    assert.match(second.stderr, /has 1 connection \(pg_restore\)\. /)
    running.kill('SIGINT')
  })
  const { stderr } = await running.ended()
  assert.equal(
    stderr,
    'Error: Nothing was restored: pg_restore was interrupted. The database interrupted is set up ' +
      'and has no data.\n',
  )
  assert.equal(await tablesOf(target), 0)
  const again = await silla(`db restore ${backup}`, { url: target })
  assert.deepEqual([again.code, again.stderr], [0, ''])
})

test('the database of npm start is backed up without pg_dump, and restored while it runs', async (t) => {
  const dataDir = mkdtempSync(join(folder, 'demo-'))
  const server = await startEmbeddedPostgres({ dataDir })
  t.after(server.stop)
  const { prepareUrl } = server
  await makeFast(prepareUrl)
  const passwords = rolePasswords(prepareUrl, dataDir)
  const demo = await setupDatabase({ prepareUrl, database: 'silla', passwords })
  await migrate(demo.migrator)
  writeDatabaseUrls(dataDir, demo)
  const settings = { SILLA_DATA_DIR: dataDir, PATH: '' }
  const run = (line: string) => silla(line, { settings, binDir: '' })
  const seed = inRepository('tenants/seeds/barberia-lavapies.yaml')
  for (const line of [`businesses apply ${seed}`, 'keys create barberia-lavapies --kind secret'])
    assert.equal((await run(line)).code, 0, line)

  const before = await digests(demo.prepare)
  const target = mkdtempSync(join(folder, 'copies-'))
  const { file, bytes } = (await run(`db backup ${target} --json`)).json()
  assert.deepEqual([statSync(file).mode & 0o777, statSync(file).size], [0o600, bytes])
  copyFileSync(file, join(folder, 'silla-20270106T031500Z.dump'))
  const restoredDatabases = () =>
    withPool(demo.prepare, async (sql) => [
      ...(await sql`select datname from pg_database where datname = 'silla_restored'`),
    ])
  await withPool(demo.prepare, (sql) =>
    sql.begin(async (tx) => {
      await tx`lock table app.bookings in access exclusive mode`
      const waiting = startSilla(['db', 'backup', target], settings)
      await withPool(demo.prepare, (other) =>
        until(async () => {
          const found = await other`
            select from pg_stat_activity
            where application_name = 'silla-backup' and wait_event_type = 'Lock'`
          return found.length > 0
        }),
      )
      waiting.kill('SIGINT')
      const { code, stderr } = await waiting.ended()
      const message = 'Error: The backup was interrupted. No file was written.\n'
      assert.deepEqual([code, stderr], [1, message])
      assert.deepEqual(readdirSync(target), [basename(file)])
    }),
  )
  assert.equal((await run('businesses delete barberia-lavapies --yes')).code, 0)
  const program = openPool({ url: demo.api, max: 1, name: 'silla-api' })
  t.after(() => program.end())
  await program`select 1`

  const over = await run(`db restore ${file}`)
  assert.match(over.stderr, /^Error: The database silla has 1 connection \(silla-api\)\./)
  // without the sum at its end, and without the last rows
  for (const lost of [9, 2000]) {
    truncateSync(file, bytes - lost)
    const damaged = await run(`db restore ${file} --replace`)
    assert.match(damaged.stderr, /^Error: \S+ cannot be restored: unexpected end of file\.\n$/)
    assert.deepEqual(await restoredDatabases(), [])
  }
  truncateSync(file)
  const empty = await run(`db restore ${file} --replace`)
  assert.equal(empty.stderr, `Error: ${file} is empty: it is not a backup.\n`)
  const noFile = await run(`db restore ${target} --replace`)
  assert.equal(noFile.stderr, `Error: ${target} is a folder: pass the file of the backup.\n`)
  const running = startSilla(
    ['db', 'restore', join(folder, 'silla-20270106T031500Z.dump'), '--replace'],
    settings,
  )
  await until(async () => (await restoredDatabases()).length > 0)
  running.kill('SIGINT')
  const stopped = await running.ended()
  assert.equal(stopped.stderr, 'Error: The restore was interrupted. Nothing was changed.\n')
  assert.deepEqual(await restoredDatabases(), [])
  const asJson = (await run('db restore silla-20270106T031500Z.dump --replace --json')).json()
  for (const url of Object.values<string>(asJson.urls)) assert.match(url, /\/silla$/)
  assert.equal((await run('businesses delete barberia-lavapies --yes')).code, 0)
  const restored = await run('db restore silla-20270106T031500Z.dump --replace')
  assert.equal(restored.stderr, '')
  const [, kept = ''] =
    /^Restored the database silla: 1 business, 0 bookings, 0 payments\.\nWhat was there before is in the database (silla_before_\d{14})\.\n$/.exec(
      restored.stdout,
    ) ?? []
  assert.deepEqual(await digests(demo.prepare), before)
  assert.equal((await run('businesses show barberia-lavapies')).code, 0)
  await program`select 1`.catch(() => {})
  assert.equal((await program`select current_database() as name`)[0]?.name, 'silla')
  const old = new URL(demo.prepare)
  old.pathname = `/${kept}`
  assert.notDeepEqual(await digests(old.href), before)
  // numbers that were given before are not given again
  assert.equal((await run('keys create barberia-lavapies --kind secret')).code, 0)
})

test('every example of db backup and db restore has been run', { skip }, () => {
  const examples = commandFacts()
    .filter(({ words }) => /^db (backup|restore)$/.test(words))
    .flatMap(({ examples }) => examples.map(({ line }) => line.replace(/^silla /, '')))
    .map((line) => line.replace('/var/backups/silla', 'BACKUPS'))
  assert.deepEqual(
    examples.filter((line) => !ran.includes(line)),
    [],
  )
})

/** Runs a command line; `BACKUPS` in it is the folder of backups. */
function silla(
  line: string,
  where: { url?: string; binDir?: string; settings?: Record<string, string>; more?: string[] },
): Promise<RunResult> {
  ran.push(line)
  const { url, binDir = postgres.binDir, settings = {}, more = [] } = where
  const words = line.split(' ').map((word) => word.replace('BACKUPS', backups))
  const environment = { PG_BINDIR: binDir, ...(url && { PREPARE_DATABASE_URL: url }), ...settings }
  return runSilla([...words, ...more], environment, folder)
}

/** A folder with client programs, of which some are replaced by scripts. */
function programs(scripts: Partial<Record<'pg_dump' | 'pg_restore', string>>): string {
  const target = mkdtempSync(join(folder, 'programs-'))
  for (const name of ['pg_dump', 'pg_restore'] as const) {
    const real = `exec ${postgres.binDir}/${name} "$@"`
    const script = scripts[name]
    const isVersion = `[ "$1" = --version ] && ${real}`
    const text = script?.startsWith('echo "') ? script : `${isVersion}\n${script ?? real}`
    writeFileSync(join(target, name), `#!/bin/bash\n${text}\n`)
    chmodSync(join(target, name), 0o755)
  }
  return target
}

function urlOf(database: string, { url } = postgres): string {
  const to = new URL(url)
  to.pathname = `/${database}`
  return to.href
}

/** Per table the number of rows and a sum over their texts. */
async function digests(url: string): Promise<Record<string, string>> {
  return withPool(url, async (sql) => {
    const tables = await sql<{ name: string }[]>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('app', 'registry', 'jobs')
        and tablename <> 'api_key_uses' -- which the API writes later
      order by 1`
    const entries: [string, string][] = []
    for (const { name } of tables) {
      const [row] = await sql<{ digest: string }[]>`
        select count(*) || ' ' || coalesce(sum(hashtextextended(each::text, 0)), 0) as digest
        from ${sql(name)} each`
      entries.push([name, row?.digest ?? ''])
    }
    return Object.fromEntries(entries)
  })
}

const tablesOf = (url: string): Promise<number> =>
  withPool(url, async (sql) => {
    const rows = await sql`
      select from pg_tables where schemaname in ('app', 'registry', 'jobs')`
    return rows.length
  })

const databasesNamed = (name: string): Promise<string[]> =>
  withPool(urlOf('postgres'), async (sql) => {
    const rows = await sql<{ name: string }[]>`
      select datname as name from pg_database where datname = ${name}`
    return rows.map((row) => row.name)
  })
