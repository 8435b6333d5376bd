import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import {
  cloneDatabase,
  dropDatabase,
  emptyDatabase,
  migrate,
  openPool,
  type Sql,
  setupDatabase,
} from '@silla/db'
import { testServer, urlsOf } from '../support/test-server.ts'

const server = testServer()
const prepareUrl = server.urls.prepare
// the roles are the run's own: their passwords stay as they are
const passwords = {}

test('each program logs in as its own role, with the settings of that role', async () => {
  const database = await prepared('settings')
  const urls = urlsOf(server, database)
  const calm = { owner: false, jit: 'off', path: 'app', statement: '0', lock: '0', idle: '0' }
  assert.deepEqual(await settingsOf(urls.api), {
    ...calm,
    statement: '5s',
    lock: '2s',
    idle: '10s',
  })
  assert.deepEqual(await settingsOf(urls.worker), calm)
  assert.deepEqual(await settingsOf(urls.cli), calm)
  assert.deepEqual(await settingsOf(urls.migrator), { ...calm, owner: true })
})

test('preparing again changes nothing', async () => {
  const database = await prepared('again')
  const before = await stateOf(database)
  await setupDatabase({ prepareUrl, database, passwords })
  assert.deepEqual(await stateOf(database), before)
})

test('several who prepare the same new database at once do not collide', async () => {
  const database = named('rush')
  await Promise.all([1, 2, 3, 4].map(() => setupDatabase({ prepareUrl, database, passwords })))
  await migrate(urlsOf(server, database).migrator)
})

test('nobody but our roles and whoever prepared it may connect, and nobody may create in public', async () => {
  const { acl, publicCreate } = await stateOf(await prepared('doors'))
  const guests = acl.filter((entry) => entry.startsWith('silla_'))
  assert.deepEqual(
    acl.filter((entry) => !guests.includes(entry)).map((entry) => entry.replace(/^\w+|\w+$/g, '')),
    ['=CTc/'],
  )
  assert.deepEqual(guests.map((guest) => guest.replace(/\/.*$/, '')).toSorted(), [
    'silla_admin=c',
    'silla_api=c',
    'silla_migrator=c',
    'silla_worker=c',
  ])
  assert.equal(publicCreate, false)
})

test('the schemas belong to the owner, and the running roles may look into them and create nothing', async () => {
  const { schemas } = await stateOf(await prepared('schemas'))
  const guests = ['silla_admin=U', 'silla_api=U', 'silla_owner=UC', 'silla_worker=U'].map(
    (each) => `${each}/silla_owner`,
  )
  assert.deepEqual(schemas, [
    { name: 'app', owner: 'silla_owner', acl: guests },
    { name: 'registry', owner: 'silla_owner', acl: guests },
  ])
})

test('a clone has the doors and the settings of its template', async () => {
  const template = await prepared('template')
  const database = named('clone')
  await cloneDatabase({ prepareUrl, template, database })
  assert.deepEqual(await stateOf(database), await stateOf(template))
})

test('emptying a database takes what is ours and leaves what is not; it can be prepared and migrated anew', async () => {
  const database = await prepared('empty')
  const urls = urlsOf(server, database)
  await migrate(urls.migrator)
  await on(urls.prepare, (sql) => sql`create table public.theirs as select 'kept' as word`)

  await emptyDatabase({ prepareUrl, database })
  assert.deepEqual((await stateOf(database)).schemas, [])
  assert.deepEqual(
    [...(await on(urls.prepare, (sql) => sql`select word from public.theirs`))],
    [{ word: 'kept' }],
  )

  await setupDatabase({ prepareUrl, database, passwords })
  assert.notDeepEqual((await migrate(urls.migrator)).applied, [])
})

test('what keeps a server from being prepared is told in a sentence', async () => {
  const url = new URL(prepareUrl)
  url.password = 'wrong'
  url.username = 'silla_nobody'
  await assert.rejects(
    setupDatabase({ prepareUrl: url.href, database: named('never'), passwords }),
    {
      name: 'SetupProblem',
      message: /^The server at .* does not let silla_nobody in: /,
    },
  )
  await assert.rejects(
    setupDatabase({ prepareUrl: 'postgres://root@127.0.0.1:1/', database: 'never', passwords }),
    {
      name: 'SetupProblem',
      message:
        'No PostgreSQL answers at 127.0.0.1:1 (ECONNREFUSED). Is PREPARE_DATABASE_URL right?',
    },
  )
  await assert.rejects(
    setupDatabase({ prepareUrl: server.urls.api, database: named('never'), passwords }),
    {
      name: 'SetupProblem',
      message:
        /^The login silla_api may not prepare this server: .* It needs CREATEROLE and CREATEDB/,
    },
  )
})

/** Databases of the run's own, so that the runner finds them if we should not come to drop them. */
const named = (word: string) => `${server.template}_prepare_${word}`

async function prepared(word: string): Promise<string> {
  const database = named(word)
  await setupDatabase({ prepareUrl, database, passwords })
  return database
}

after(async () => {
  for (const word of [
    'settings',
    'again',
    'rush',
    'doors',
    'schemas',
    'template',
    'clone',
    'empty',
    'never',
  ]) {
    await dropDatabase({ prepareUrl, database: named(word) })
  }
})

async function settingsOf(url: string): Promise<object> {
  const [row] = await on(
    url,
    (sql) => sql`
      select current_user = 'silla_owner' as owner, current_setting('jit') as jit, current_setting('search_path') as path,
        current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
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

/** What preparing made in a database, as the server's catalogue tells it. */
async function stateOf(database: string): Promise<State> {
  const rows = await on(
    urlsOf(server, database).prepare,
    (sql) => sql<{ state: State }[]>`
      select json_build_object(
        'acl', (select array_agg(item::text order by item::text) from pg_database, unnest(datacl) item
                where datname = current_database()),
        'settings', (select array_agg(setrole::regrole || ' ' || item order by setrole::regrole::text, item)
                     from pg_db_role_setting, unnest(setconfig) item
                     where setdatabase = (select oid from pg_database where datname = current_database())),
        'extensions', (select array_agg(extname order by extname) from pg_extension),
        'publicCreate', has_schema_privilege('public', 'public', 'create'),
        'schemas', (select coalesce(json_agg(json_build_object('name', nspname, 'owner', nspowner::regrole::text,
                      'acl', (select array_agg(item::text order by item::text) from unnest(nspacl) item))
                    order by nspname), '[]') from pg_namespace where nspname in ('app', 'registry'))) as state`,
  )
  const state = rows[0]?.state
  assert.ok(state)
  return state
}

async function on<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = openPool({ url, max: 1, name: 'silla-test' })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}
