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

test('migrating a second time changes nothing', async () => {
  const { urls } = await testDatabase()
  assert.deepEqual(await migrate(urls.migrator), {
    ...{ applied: [], functions: [], indexes: [], backfills: [], partitioned: [] },
    newerRelease: null,
  })
})

test('a migration that was edited after it was applied is reported', async () => {
  const { urls } = await testDatabase()
  const sql = openPool({ url: urls.migrator, max: 1, name: 'test' })
  const [last] = await sql`select max(index) as index from registry.migrations_applied`
  const changeTo = (text: string) =>
    sql`update registry.migrations_applied set script = ${text} where index = ${last?.index}`
  const [{ script }] = await sql<[{ script: string }]>`
    select script from registry.migrations_applied where index = ${last?.index}`
  try {
    await changeTo(`${script} -- edited`)
    await assert.rejects(migrate(urls.migrator), /does not match the file/)
  } finally {
    await changeTo(script)
    await sql.end()
  }
})

test('two concurrent migrations do not conflict', async () => {
  const { urls } = await testDatabase()
  await Promise.all([migrate(urls.migrator), migrate(urls.migrator)])
})

test('every role can compare the schema with the migrations of this version', async () => {
  const { urls } = await testDatabase()
  for (const url of [urls.api, urls.worker, urls.cli]) {
    const sql = openPool({ url, max: 1, name: 'test' })
    const status = await migrationStatus(sql)
    assert.deepEqual([status.pending, status.unknown, status.holdsDemo], [[], [], false])
    assert.ok(status.applied.length > 0)
    await sql.end()
  }
})

test('running roles pass the role check; the setup login and the migrator do not', async () => {
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

test('an unprotected table with a business_id stops the start and is named', async (t) => {
  const { urls, witness } = await testDatabase()
  await witness`create table app.naked (business_id uuid not null)`
  t.after(() => witness`drop table app.naked`)
  assert.deepEqual(await unprotectedTables(witness), ['app.naked'])
  const sql = openPool({ url: urls.api, max: 1, name: 'test' })
  await assert.rejects(assertLeastPrivilege(sql), /app\.naked/)
  await sql.end()
})

test('temporary tables and tables of other schemas do not stop the start', async (t) => {
  const { urls } = await testDatabase()
  const other = openPool({ url: urls.prepare, max: 1, name: 'test' })
  const sql = openPool({ url: urls.api, max: 1, name: 'test' })
  await other`create temporary table copied_bookings (business_id uuid not null)`
  await other`create table public.report (business_id uuid not null)`
  t.after(async () => {
    await other`drop table public.report`
    await Promise.all([other.end(), sql.end()])
  })
  await assertLeastPrivilege(sql)
})
