import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { cloneDatabase, dropDatabase, emptyDatabase, migrate, setupDatabase } from '@silla/db'
import { openTestServer } from '../support/open-test-server.ts'
import { testServer, urlsOf } from '../support/test-server.ts'
import { withPool } from '../support/with-pool.ts'

const server = testServer()
const prepareUrl = server.urls.prepare
// the roles belong to the test run, so their passwords must not change
const passwords = {}

test('each program logs in as its own role, with the settings of that role', async () => {
  const database = await prepared('settings')
  const urls = urlsOf(server, database)
  const defaults = { owner: false, jit: 'off', path: 'app', statement: '0', lock: '0', idle: '0' }
  assert.deepEqual(await settingsOf(urls.api), {
    ...defaults,
    statement: '5s',
    lock: '2s',
    idle: '10s',
  })
  assert.deepEqual(await settingsOf(urls.worker), defaults)
  assert.deepEqual(await settingsOf(urls.cli), defaults)
  assert.deepEqual(await settingsOf(urls.migrator), { ...defaults, owner: true })
})

test('running the setup again changes nothing', async () => {
  const database = await prepared('again')
  const before = await stateOf(database)
  await setupDatabase({ prepareUrl, database, passwords })
  assert.deepEqual(await stateOf(database), before)
})

test('tests with PREPARE_DATABASE_URL refuse a server with an installation, whose passwords they would reset', async () => {
  const database = `installed_${process.pid}`
  await setupDatabase({ prepareUrl, database, passwords })
  try {
    await assert.rejects(openTestServer(urlsOf(server, 'postgres').prepare), {
      message: new RegExp(`^This server has an installation of Silla \\(${database}\\), `),
    })
  } finally {
    await dropDatabase({ prepareUrl, database })
  }
})

test('concurrent setups of the same new database do not conflict', async () => {
  const database = nameOf('rush')
  await Promise.all([1, 2, 3, 4].map(() => setupDatabase({ prepareUrl, database, passwords })))
  await migrate(urlsOf(server, database).migrator)
})

test('only our roles and the owner may connect, and nobody may create in public', async () => {
  const { acl, publicCreate } = await stateOf(await prepared('access'))
  const granted = acl.filter((entry) => entry.startsWith('silla_'))
  assert.deepEqual(
    acl.filter((entry) => !granted.includes(entry)).map((entry) => entry.replace(/^\w+|\w+$/g, '')),
    ['=CTc/'],
  )
  assert.deepEqual(granted.map((entry) => entry.replace(/\/.*$/, '')).toSorted(), [
    'silla_admin=c',
    'silla_api=c',
    'silla_migrator=c',
    'silla_worker=c',
  ])
  assert.equal(publicCreate, false)
})

test('the schemas belong to the owner; the running roles have only USAGE', async () => {
  const { schemas } = await stateOf(await prepared('schemas'))
  const acl = ['silla_admin=U', 'silla_api=U', 'silla_owner=UC', 'silla_worker=U'].map(
    (entry) => `${entry}/silla_owner`,
  )
  assert.deepEqual(schemas, [
    { name: 'app', owner: 'silla_owner', acl },
    { name: 'registry', owner: 'silla_owner', acl },
  ])
})

test('btree_gist has a schema of its own, also in a database that had it in public', async () => {
  const database = nameOf('extension')
  const urls = urlsOf(server, database)
  const { prepare } = urlsOf(server, 'postgres')
  await withPool(prepare, (sql) => sql`create database ${sql(database)}`)
  await withPool(urls.prepare, (sql) => sql`create extension btree_gist schema public`)
  const schema = () =>
    withPool(urls.prepare, async (sql) => {
      const [row] = await sql`select extnamespace::regnamespace::text as name from pg_extension
        where extname = 'btree_gist'`
      return row?.name
    })
  await setupDatabase({ prepareUrl, database, passwords })
  assert.equal(await schema(), 'extensions')
  await migrate(urls.migrator)
  await withPool(urls.prepare, (sql) => sql`alter extension btree_gist set schema public`)
  await setupDatabase({ prepareUrl, database, passwords })
  assert.equal(await schema(), 'extensions')
})

test('a clone has the grants and the settings of its template', async () => {
  const template = await prepared('template')
  const database = nameOf('clone')
  await cloneDatabase({ prepareUrl, template, database })
  assert.deepEqual(await stateOf(database), await stateOf(template))
})

test('emptying a database drops only our schemas; it can be set up again', async () => {
  const database = await prepared('empty')
  const urls = urlsOf(server, database)
  await migrate(urls.migrator)
  await withPool(urls.prepare, (sql) => sql`create table public.theirs as select 'kept' as word`)

  await emptyDatabase({ prepareUrl, database })
  assert.deepEqual((await stateOf(database)).schemas, [])
  assert.deepEqual(
    [...(await withPool(urls.prepare, (sql) => sql`select word from public.theirs`))],
    [{ word: 'kept' }],
  )

  await setupDatabase({ prepareUrl, database, passwords })
  assert.notDeepEqual((await migrate(urls.migrator)).applied, [])
})

test('a setup that fails reports the reason in a sentence', async () => {
  const url = new URL(prepareUrl)
  url.password = 'wrong'
  url.username = 'silla_nobody'
  await assert.rejects(
    setupDatabase({ prepareUrl: url.href, database: nameOf('never'), passwords }),
    {
      name: 'SetupError',
      message: /^The server at .* rejected the login silla_nobody: /,
    },
  )
  await assert.rejects(
    setupDatabase({ prepareUrl: 'postgres://root@127.0.0.1:1/', database: 'never', passwords }),
    {
      name: 'SetupError',
      message:
        'No PostgreSQL server responds at 127.0.0.1:1 (ECONNREFUSED). Check PREPARE_DATABASE_URL.',
    },
  )
  await assert.rejects(
    setupDatabase({ prepareUrl: server.urls.api, database: nameOf('never'), passwords }),
    {
      name: 'SetupError',
      message:
        /^The login silla_api may not set up this server: .* It needs CREATEROLE and CREATEDB/,
    },
  )
})

/** Named after the run's template, so that the runner drops them if this file is interrupted. */
const nameOf = (suffix: string) => `${server.template}_setup_${suffix}`

async function prepared(suffix: string): Promise<string> {
  const database = nameOf(suffix)
  await setupDatabase({ prepareUrl, database, passwords })
  return database
}

after(async () => {
  for (const suffix of [
    'settings',
    'again',
    'rush',
    'access',
    'schemas',
    'template',
    'clone',
    'empty',
    'never',
  ]) {
    await dropDatabase({ prepareUrl, database: nameOf(suffix) })
  }
})

async function settingsOf(url: string): Promise<object> {
  const [row] = await withPool(
    url,
    (sql) => sql`
      select current_user = 'silla_owner' as owner, current_setting('jit') as jit,
        current_setting('search_path') as path,
        current_setting('statement_timeout') as statement,
        current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as idle`,
  )
  return { ...row }
}

interface State {
  acl: string[]
  settings: string[]
  extensions: string[]
  publicCreate: boolean
  schemas: { name: string; owner: string; acl: string[] }[]
}

/** What the setup created in a database, read from the system catalogues. */
async function stateOf(database: string): Promise<State> {
  const rows = await withPool(
    urlsOf(server, database).prepare,
    (sql) => sql<{ state: State }[]>`
      select json_build_object(
        'acl', (
          select array_agg(item::text order by item::text) from pg_database, unnest(datacl) item
          where datname = current_database()),
        'settings', (
          select array_agg(
            setrole::regrole || ' ' || item order by setrole::regrole::text, item)
          from pg_db_role_setting, unnest(setconfig) item
          where setdatabase =
            (select oid from pg_database where datname = current_database())),
        'extensions', (select array_agg(extname order by extname) from pg_extension),
        'publicCreate', has_schema_privilege('public', 'public', 'create'),
        'schemas', (
          select coalesce(json_agg(json_build_object(
            'name', nspname,
            'owner', nspowner::regrole::text,
            'acl', (select array_agg(item::text order by item::text) from unnest(nspacl) item))
            order by nspname), '[]')
          from pg_namespace where nspname in ('app', 'registry'))) as state`,
  )
  const state = rows[0]?.state
  assert.ok(state)
  return state
}
