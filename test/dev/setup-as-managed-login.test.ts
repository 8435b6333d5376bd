import assert from 'node:assert/strict'
import test from 'node:test'
import {
  assertLeastPrivilege,
  emptyDatabase,
  migrate,
  retireLogins,
  rolePasswords,
  rotateLogins,
  setupDatabase,
  targetDatabase,
} from '@silla/db'
import { startEmbeddedPostgres } from '@silla/embedded-postgres'
import { withPool } from '../support/with-pool.ts'
import { temporaryDataDir } from './temporary-folder.ts'

// A new server, because there a managed login has to do the whole setup.
const dataDir = temporaryDataDir()

test('a role that can bypass row-level security is refused', async (t) => {
  const postgres = await startEmbeddedPostgres({ dataDir })
  t.after(() => postgres.stop())
  await withPool(postgres.prepareUrl, (sql) => sql`create role silla_api login bypassrls`)
  await assert.rejects(
    setupDatabase({ prepareUrl: postgres.prepareUrl, database: 'silla', passwords: {} }),
    {
      name: 'SetupError',
      message: /^The role silla_api must be neither a superuser nor have BYPASSRLS/,
    },
  )
  await withPool(postgres.prepareUrl, (sql) => sql`drop role silla_api`)
})

test('CREATEROLE and CREATEDB are enough to set up a new server and to empty it', async (t) => {
  const postgres = await startEmbeddedPostgres({ dataDir })
  t.after(() => postgres.stop())
  await withPool(
    postgres.prepareUrl,
    (sql) => sql`create role manager login createrole createdb password 'managed'`,
  )
  const prepareUrl = Object.assign(new URL(postgres.prepareUrl), {
    username: 'manager',
    password: 'managed',
  }).href
  const database = targetDatabase(prepareUrl)
  const passwords = rolePasswords(prepareUrl, dataDir)

  const urls = await setupDatabase({ prepareUrl, database, passwords })
  assert.deepEqual(await setupDatabase({ prepareUrl, database, passwords }), urls)
  assert.notDeepEqual((await migrate(urls.migrator)).applied, [])
  for (const url of [urls.api, urls.worker, urls.cli]) await withPool(url, assertLeastPrivilege)
  const superuser = Object.assign(new URL(postgres.prepareUrl), { pathname: `/${database}` }).href
  await withPool(superuser, (sql) => sql`alter extension btree_gist set schema public`)
  await setupDatabase({ prepareUrl, database, passwords }) // which it may not move

  const rotation = { migrator: 'm', api: 'a', worker: 'w', admin: 'c' }
  const rotated = await rotateLogins({ prepareUrl, database, passwords: rotation })
  for (const url of [rotated.urls.api, rotated.urls.worker, rotated.urls.cli])
    await withPool(url, assertLeastPrivilege)
  assert.deepEqual((await migrate(rotated.urls.migrator)).applied, [])
  await retireLogins({ prepareUrl, database, names: rotated.old, disconnect: false })
  assert.deepEqual(await setupDatabase({ prepareUrl, database, passwords }), urls)

  await emptyDatabase({ prepareUrl, database })
  await setupDatabase({ prepareUrl, database, passwords: {} })
  assert.notDeepEqual(
    (await migrate(urls.migrator)).applied,
    [],
    'passwords that were not given did not change',
  )
})
