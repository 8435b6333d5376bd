import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteBusiness } from '@silla/core'
import { openPool } from '@silla/db'
import { atEnd } from '../support/at-end.ts'
import { testDatabase } from '../support/database.ts'
import { openSalon } from '../support/salon.ts'
import { runSilla } from './run-silla.ts'

// Rows of salons that neither have a profile nor are in the registry (registry.unknown_businesses).

const { admin, urls, witness } = await testDatabase()
const environment = { CLI_DATABASE_URL: urls.cli }
const superuser = openPool({ url: urls.prepare, max: 1, name: 'silla-test-superuser' })
atEnd(() => superuser.end({ timeout: 1 }))

test('a salon with rows that is in neither registry is found with its tables, and comes back step by step', async () => {
  const [salon, deleted] = [await openSalon({ professionals: ['Ana'] }), await openSalon()]
  const { businessId } = salon
  await deleteBusiness(admin, deleted.slug)
  await superuser.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    for (const table of ['app.businesses', 'registry.businesses', 'registry.api_keys'])
      await tx`delete from ${tx(table)} where business_id = ${businessId}`
  })
  const registry = async () => {
    const { findings } = (await runSilla(['db', 'doctor', '--json'], environment)).json()
    return findings.filter(({ check }: { check: string }) => check === 'registry')
  }
  const steps = [
    / \(app\.business_settings, .*\) has rows in these tables/,
    / no row in app\.businesses/,
  ]
  for (const step of steps) {
    const [found, ...others] = await registry()
    assert.match(found.message, step)
    assert.deepEqual(others, [])
    await witness.unsafe(
      /values(?:, and then this command again)?: (.*?;)/.exec(found.fix)?.[1] ?? '',
    )
  }
  const [{ state }] = await registry()
  assert.equal(state, 'ok')
})

const lowest = '00000000-0000-4000-8000-000000000001'
const known = '80000000-0000-4000-8000-000000000001'
const highest = 'ffffffff-ffff-4fff-bfff-fffffffffff1'
const afterEach = [lowest, known, highest].map((id) => `${id.slice(0, -1)}2`)

test('salons that are not known are found before, between and after those that are, also side by side', async () => {
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
