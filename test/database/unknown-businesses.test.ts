import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPool } from '@silla/db'
import { atEnd } from '../support/at-end.ts'
import { testDatabase } from '../support/database.ts'

// Rows of businesses that neither have a profile nor are in the registry (registry.unknown_businesses).

const { urls } = await testDatabase()
const superuser = openPool({ url: urls.prepare, max: 1, name: 'silla-test-superuser' })
atEnd(() => superuser.end({ timeout: 1 }))

const lowest = '00000000-0000-4000-8000-000000000001'
const known = '80000000-0000-4000-8000-000000000001'
const highest = 'ffffffff-ffff-4fff-bfff-fffffffffff1'
const afterEach = [lowest, known, highest].map((id) => `${id.slice(0, -1)}2`)

test('businesses that are not known are found before, between and after those that are, also side by side', async () => {
  const found = await superuser.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`
      insert into registry.moved_businesses (business_id, slug, url, moved_at)
      values (${known}, 'moved', 'https://example.com', now())`
    await tx`
      insert into app.customers (business_id, email_key, email, name, phone, language, created_at)
      select id::uuid, number || '@example.com', number || '@example.com', 'Eva', '', 'es', now()
      from unnest(${[lowest, known, highest, ...afterEach]}::text[]) id
      cross join generate_series(1, 3) number`
    const rows = await tx<{ id: string; tables: string[] }[]>`
      select business_id as id, table_names as tables from registry.unknown_businesses()`
    await tx`rollback and chain`
    return rows.map(({ id, tables }) => [id, tables])
  })
  const [afterLowest, afterKnown, afterHighest] = afterEach
  assert.deepEqual(
    found,
    [lowest, afterLowest, afterKnown, highest, afterHighest].map((id) => [id, ['app.customers']]),
  )
})
