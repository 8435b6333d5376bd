import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createBusiness } from '@silla/core'
import { migrate, openPool } from '@silla/db'
import { runBackfills } from '../../db/src/migrate/backfills.ts'
import { acceptFormerTexts } from '../../db/src/migrate/former-migrations.ts'
import { createIndexes } from '../../db/src/migrate/indexes.ts'
import { withMigrationLock } from '../../db/src/migrate/migration-lock.ts'
import { appliedMigrations, runMigrations } from '../../db/src/migrate/migrations.ts'
import { testDatabase } from '../support/database.ts'

// What `silla db migrate` does to a database that programs are using.

test('a changed function is replaced under its identity, so running statements go on', async () => {
  const { urls, witness } = await testDatabase()
  const identity = () => witness`select 'app.book_visit'::regproc::oid::int as oid`
  const before = await identity()
  await witness`update registry.functions_applied set hash = '' where name = 'app.book_visit'`
  assert.deepEqual((await migrate(urls.migrator)).functions, ['app.book_visit'])
  assert.deepEqual(await identity(), before)
})

test('a function with other parameters or another result is refused, and all stay as they were', async () => {
  const { urls, witness } = await testDatabase()
  await witness`update registry.functions_applied set hash = 'old'
    where name in ('app.booking_blocker', 'app.dequeue', 'app.wake_waitlist')`
  const other = async (definition: string) => {
    await witness.unsafe('drop function app.dequeue')
    await witness.unsafe(definition)
    await assert.rejects(
      migrate(urls.migrator),
      /^SetupError: The function app\.dequeue has other parameters or another result/,
    )
  }
  const body = 'language plpgsql as $$ begin end $$'
  await other(`create function app.dequeue(p_keys text[], p_limit int) returns void ${body}`)
  await other(`create function app.dequeue(p_keys text[]) returns bigint ${body}`)
  const old = await witness`select name from registry.functions_applied where hash = 'old'`
  assert.equal(old.length, 3)

  await witness.unsafe('drop function app.dequeue')
  const migrated = await migrate(urls.migrator)
  assert.deepEqual(migrated.functions, ['app.booking_blocker', 'app.dequeue', 'app.wake_waitlist'])
})

test('a migration that waits for a lock gives way and is tried again', async (t) => {
  const { urls, witness } = await testDatabase()
  const folder = await emptyHistory(t, { '0001-one.sql': 'create table app.one ()' })
  t.after(() => witness`drop table app.one`)
  const user = openPool({ url: urls.migrator, max: 1, name: 'test' })
  t.after(() => user.end())
  const { promise: blocked, resolve: onBlocked } = Promise.withResolvers<void>()
  const { result } = await user.begin(async (tx) => {
    await tx.unsafe('lock table registry.migrations_applied in share mode')
    const result = runMigrations(witness, urls.migrator, { onBlocked, folder })
    await blocked
    return { result }
  })
  await result
  assert.deepEqual(
    [...(await witness`select name from registry.migrations_applied`)],
    [{ name: '0001-one.sql' }],
  )
})

test('a migration that fails is named, changes nothing, and those before it stay', async (t) => {
  const { urls, witness } = await testDatabase()
  const folder = await emptyHistory(t, {
    '0001-one.sql': 'create table app.one ()',
    '0002-two.sql': 'create table app.two (); create table app.one ()',
  })
  t.after(() => witness`drop table app.one`)
  await assert.rejects(runMigrations(witness, urls.migrator, { folder }), {
    name: 'SetupError',
    message:
      'The migration 0002-two.sql failed and changed nothing: relation "one" already exists ' +
      '(42P07). The migrations before it are applied.',
  })
  const [found] = await witness`select to_regclass('app.one') as one, to_regclass('app.two') as two`
  assert.deepEqual({ ...found }, { one: 'one', two: null })
})

test('a development database that ran another text of an unpublished migration is brought in line', async () => {
  const { urls, witness } = await testDatabase()
  const name = '0104-words-by-functions.sql'
  await witness`update registry.migrations_applied set script = 'former' where name = ${name}`
  await assert.rejects(migrate(urls.migrator), { name: 'Error' })
  const former = { [name]: createHash('md5').update('former').digest('hex') }
  await acceptFormerTexts(witness, await appliedMigrations(witness), former)

  const generated = ['search_name', 'search_word_2', 'phone_reversed']
  for (const column of generated) {
    await witness.unsafe(`alter table customers drop column ${column}`)
    await witness.unsafe(
      `alter table customers add column ${column} text collate "C" generated always as (lower(name)) stored`,
    )
  }
  const plain = '0105-words-in-columns.sql'
  await witness`delete from registry.migrations_applied where name = ${plain}`
  const { applied, indexes } = await migrate(urls.migrator)
  assert.deepEqual(applied, [plain])
  assert.ok(indexes.includes('app.customers_by_name'), indexes.join())
  const found = await witness<{ name: string }[]>`
    select attname as name from pg_attribute
    where attrelid = 'app.customers'::regclass and attgenerated <> '' and attname <> 'name_key'`
  assert.deepEqual([...found], [])
})

test('indexes can be created by who has the lock of migrations, while another one waits for it', async () => {
  const { urls } = await testDatabase()
  const { promise: waiting, resolve: onWait } = Promise.withResolvers<void>()
  const { result } = await withMigrationLock(urls.migrator, undefined, async () => {
    const result = migrate(urls.migrator, { onWait })
    await waiting
    await createIndexConcurrently(urls.migrator)
    return { result }
  })
  assert.deepEqual((await result).applied, [])
})

/** Removes the record of the migrations for one test. @returns the folder of others */
async function emptyHistory(t: TestContext, files: Record<string, string>): Promise<string> {
  const { witness } = await testDatabase()
  await witness`create table registry.saved as select * from registry.migrations_applied`
  await witness`truncate registry.migrations_applied`
  t.after(async () => {
    await witness`truncate registry.migrations_applied`
    await witness`insert into registry.migrations_applied select * from registry.saved`
    await witness`drop table registry.saved`
  })
  return folderOf(t, files)
}

async function createIndexConcurrently(url: string): Promise<void> {
  const sql = openPool({ url, max: 1, name: 'test' })
  try {
    await sql`create table app.indexed (code text)`
    await sql`set lock_timeout = '5s'`
    await sql`create index concurrently indexed_code on app.indexed (code)`
  } finally {
    await sql`drop table app.indexed`
    await sql.end()
  }
}

test('an index is created once, and what an interrupted creation left is replaced', async (t) => {
  const { witness } = await testDatabase()
  const folder = folderOf(t, {
    'app.indexed_code.sql': 'create unique index concurrently indexed_code on app.indexed (code)',
  })
  await witness`create table app.indexed (code text)`
  t.after(() => witness`drop table app.indexed`)
  await witness`insert into app.indexed values ('one'), ('one')`
  await assert.rejects(createIndexes(witness, folder), /could not create unique index/)
  await witness`truncate app.indexed`
  assert.deepEqual(await createIndexes(witness, folder), ['app.indexed_code'])
  await assert.rejects(witness`insert into app.indexed values ('two'), ('two')`, /indexed_code/)
  assert.deepEqual(await createIndexes(witness, folder), [])
})

test('a backfill fills the rows of every business in steps, and those that came later with the next migrate', async (t) => {
  const { admin, witness } = await testDatabase()
  const folder = folderOf(t, {
    'app.noted.length.sql': `
      update app.noted set length = length(word), steps = txid_current() where business_id = $1
        and id in (select id from app.noted where business_id = $1 and length is null limit 2)`,
  })
  await witness`create table app.noted
    (business_id uuid, id int generated always as identity, word text, length int, steps bigint)`
  t.after(() => witness`drop table app.noted`)
  for (const slug of ['one', 'two']) {
    const { businessId } = await createBusiness(admin, { slug, name: slug, mode: 'test', ...place })
    await witness`insert into app.noted (business_id, word)
      select ${businessId}, 'word' from generate_series(1, 5)`
  }
  assert.deepEqual(await runBackfills(witness, folder), ['app.noted.length'])
  const filled = await witness`
    select count(*)::int as rows, count(distinct steps)::int as steps from app.noted
    where length = 4 group by business_id`
  assert.deepEqual(
    [...filled],
    [
      { rows: 5, steps: 3 },
      { rows: 5, steps: 3 },
    ],
  )
  assert.deepEqual(await runBackfills(witness, folder), [])
  await witness`update app.noted set length = null where id = 1`
  assert.deepEqual(await runBackfills(witness, folder), ['app.noted.length'])
})

const place = { timezone: 'Europe/Madrid', currency: 'EUR', language: 'es', country: 'ES' } as const

function folderOf(t: TestContext, files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'silla-migrate-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}
