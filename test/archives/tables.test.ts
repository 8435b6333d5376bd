import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sealedColumns } from '@silla/core'
import { inTransaction, salonRows } from '@silla/db'
import { testDatabase } from '../support/database.ts'

const { admin, witness } = await testDatabase()

/** Tables that are no part of a salon's archive, and why. */
const notOfOneSalon: Record<string, string> = {
  'jobs._private_job_queues': 'jobs of a salon are archived by jobs.list_to_archive',
  'jobs._private_jobs': 'the same',
  'jobs._private_known_crontabs': 'what the worker of this deployment repeats',
  'jobs._private_tasks': 'names of tasks',
  'jobs.migrations': 'of graphile-worker',
  'jobs.outbox': 'jobs of a salon are archived by jobs.list_to_archive',
  'jobs.paces': 'how fast this deployment sends messages',
  'jobs.parked': 'jobs of a salon are archived by jobs.list_to_archive',
  'jobs.turns': 'which jobs are due is found where they are',
  'jobs.workers': 'programs of this deployment',
  'registry.business_moves': 'that a salon moves, while it does',
  'registry.deleted_businesses': 'that a salon was deleted is known where it was',
  'registry.functions_applied': 'of the schema',
  'registry.mail_counts': 'hashes under a key of this deployment, of all salons, for a day',
  'registry.mail_hash_keys': 'that key',
  'registry.migrations_applied': 'of the schema',
  'registry.migrations_version': 'of the schema',
  'registry.moved_businesses': 'where a salon is that was here',
  'registry.moved_hashes': 'the same',
  'registry.orphan_events': 'events of processor accounts without a salon',
  'registry.public_address': 'where customers reach this deployment',
  'registry.schema_release': 'of the schema',
  'registry.staff_codes': 'codes of people who sign in, valid for minutes',
  'registry.unreadable_events': 'events without a salon',
  'registry.webhook_endpoints': 'the webhook of the platform at the processor',
}

const archivedTables = await inTransaction(admin, salonRows.listSalonTables)

test('every table is archived, or is none of a salon for a reason', async () => {
  const tables = await witness<{ name: string }[]>`
    select format('%I.%I', space.nspname, found.relname) as name
    from pg_class found join pg_namespace space on space.oid = found.relnamespace
    where space.nspname in ('app', 'registry', 'jobs') and found.relkind in ('r', 'p')
      and not found.relispartition
    order by name`
  const known = [...archivedTables.map(({ name }) => name), ...Object.keys(notOfOneSalon)]
  assert.deepEqual(
    tables.map(({ name }) => name),
    known.sort(),
    'a new table needs business_id, or a reason here',
  )
})

test('every column is archived but those that the database computes or numbers', async () => {
  const columns = await witness<{ table: string; column: string; isIdentity: boolean }[]>`
    select format('%I.%I', table_schema, table_name) as table, column_name as column,
      is_identity = 'YES' as is_identity
    from information_schema.columns
    where table_schema in ('app', 'registry') and is_generated = 'NEVER'
    order by 1, 2`
  for (const { name, columns: archived, keepsIdentity } of archivedTables) {
    const own = columns.filter(({ table }) => table === name)
    assert.deepEqual(
      [...archived].sort(),
      own
        .filter(({ isIdentity }) => keepsIdentity || !isIdentity)
        .map(({ column }) => column)
        .sort(),
      name,
    )
  }
})

test('every table comes after those that it refers to', () => {
  const place = (table: string) => archivedTables.findIndex(({ name }) => name === table)
  assert.equal(place('registry.businesses'), 0)
  for (const [first, second] of [
    ['app.bookings', 'app.payments'],
    ['app.resources', 'app.professionals'],
    ['app.event_endpoints', 'app.event_deliveries'],
  ] as const)
    assert.ok(place(first) < place(second), `${first} before ${second}`)
  const later = archivedTables.filter(({ linkedLater }) => linkedLater.length > 0)
  assert.deepEqual(later.map(({ name, linkedLater }) => [name, ...linkedLater]).sort(), [
    ['app.bookings', 'payment_id'],
    ['app.customers', 'merged_into'],
    ['app.orders', 'payment_id'],
    ['app.till_entries', 'reverses_id'],
    ['registry.api_keys', 'rotated_from'],
  ])
})

test('every encrypted column of a salon is encrypted again', async () => {
  const columns = await witness<{ table: string; column: string }[]>`
    select format('%I.%I', table_schema, table_name) as table, column_name as column
    from information_schema.columns
    where table_schema in ('app', 'registry') and column_name like 'sealed%'
      and table_name <> 'webhook_endpoints'
    order by 1, 2`
  assert.deepEqual(
    columns.map(({ table, column }) => `${table}.${column}`),
    Object.entries(sealedColumns)
      .flatMap(([table, { columns }]) => columns.map((column) => `${table}.${column}`))
      .sort(),
  )
})
