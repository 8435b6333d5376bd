import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertLeastPrivilege,
  migrate,
  migrationStatus,
  openPool,
  unprotectedTables,
} from '@silla/db'
import { testDatabase } from '../support/database.ts'

test('a second migration finds nothing to do', async () => {
  const { urls } = await testDatabase()
  assert.deepEqual(await migrate(urls.migrator), { applied: [], functions: [] })
})

test('two migrators at once do not get in each other’s way', async () => {
  const { urls } = await testDatabase()
  await Promise.all([migrate(urls.migrator), migrate(urls.migrator)])
})

test('every role can tell whether the schema is the one this code knows', async () => {
  const { urls } = await testDatabase()
  for (const url of [urls.api, urls.worker, urls.cli]) {
    const sql = openPool({ url, max: 1, name: 'test' })
    const status = await migrationStatus(sql)
    assert.deepEqual([status.pending, status.unknown, status.holdsDemo], [[], [], false])
    assert.ok(status.applied.length > 0)
    await sql.end()
  }
})

test('the serving role is safe, the preparing one and the migrator are not', async () => {
  const { urls } = await testDatabase()
  for (const [url, safe] of [
    [urls.api, true],
    [urls.worker, true],
    [urls.migrator, false],
    [urls.prepare, false],
  ] as const) {
    const sql = openPool({ url, max: 1, name: 'test' })
    if (safe) await assertLeastPrivilege(sql)
    else await assert.rejects(assertLeastPrivilege(sql), /refusing to serve/)
    await sql.end()
  }
})

test('a table with a business_id and no protection stops the start and is named', async (t) => {
  const { urls, witness } = await testDatabase()
  await witness`create table app.naked (business_id uuid not null)`
  t.after(() => witness`drop table app.naked`)
  assert.deepEqual(await unprotectedTables(witness), ['app.naked'])
  const sql = openPool({ url: urls.api, max: 1, name: 'test' })
  await assert.rejects(assertLeastPrivilege(sql), /app\.naked/)
  await sql.end()
})
