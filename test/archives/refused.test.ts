import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { before, type TestContext, test } from 'node:test'
import { deleteBusiness, openArchiveKeys, restoreSalon } from '@silla/core'
import { inTransaction, readArchiveFile, type Sql, salonRows, type Tx } from '@silla/db'
import { testDatabase } from '../support/database.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { archived, newFile, otherSecretsKeys, restored } from './archived.ts'
import { openLivelySalon } from './lively-salon.ts'
import { openReceiver, type Receiver } from './receiver.ts'
import { tampered } from './tampered.ts'

const { admin } = await testDatabase()
let salon: TestSalon
let file = ''

before(async () => {
  salon = await openLivelySalon()
  file = await archived(admin, salon)
})

const rowsIn = async ({ witness }: Receiver): Promise<number> => {
  const tables = await witness<{ name: string }[]>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.columns
    where column_name = 'business_id' and table_schema in ('app', 'registry') order by name`
  let rows = 0
  for (const { name } of tables) {
    const [counted] = await witness<{ count: number }[]>`
      select count(*)::int as count from ${witness(name)}`
    rows += counted?.count ?? 0
  }
  return rows
}

/** Fails unless the archive is refused, and nothing of it is written. */
async function assertRefused(
  t: TestContext,
  archive: string,
  code: string | RegExp,
  message = /./,
): Promise<void> {
  const receiver = await openReceiver(t)
  await assert.rejects(restored(receiver.admin, archive), (error: Error & { code?: string }) => {
    assert.match(error.code ?? '', typeof code === 'string' ? new RegExp(`^${code}$`) : code)
    assert.match(error.message, message)
    return true
  })
  assert.equal(await rowsIn(receiver), 0)
}

test('a file that misses, is no archive, or has lost its end is refused', async (t) => {
  await assertRefused(t, await newFile(), 'ARCHIVE_NOT_READABLE', /ENOENT/)
  await assertRefused(t, dirname(file), 'ARCHIVE_NOT_READABLE', /EISDIR/)
  const bytes = readFileSync(file)
  for (const [length, content] of [
    [0, bytes],
    [100, bytes],
    [Math.floor(bytes.length / 2), bytes],
    [bytes.length - 1024, bytes],
    [2000, Buffer.alloc(2000, 'x')],
  ] as const) {
    const copy = await newFile()
    writeFileSync(copy, content.subarray(0, length))
    await assertRefused(t, copy, 'ARCHIVE_DAMAGED')
  }
})

test('a byte that was changed anywhere is found before anything is written', async (t) => {
  const entries = await readArchiveFile(file, async ({ entries }) => entries)
  for (const { offset, bytes, name } of entries) {
    const content = readFileSync(file)
    const place = offset + Math.floor(bytes / 2)
    content[place] = (content[place] ?? 0) ^ 1
    const copy = await newFile()
    writeFileSync(copy, content)
    await assertRefused(
      t,
      copy,
      /^ARCHIVE_(DAMAGED|KEY_WRONG)$/,
      new RegExp(name.split('.')[0] ?? ''),
    )
  }
})

test('an archive with another key is refused', async (t) => {
  const { admin } = await openReceiver(t)
  const archiveKeys = openArchiveKeys(Buffer.alloc(32, 'not that of the archive'))
  await assert.rejects(restoreSalon(admin, { file, archiveKeys, secretsKeys: otherSecretsKeys }), {
    code: 'ARCHIVE_KEY_WRONG',
  })
})

test('an archive of a later version or of another schema is refused', async (t) => {
  const newer = await tampered(file, {
    manifest: ({ migrations }) => migrations.push('9999-new.sql'),
  })
  await assertRefused(t, newer, 'ARCHIVE_NEWER', /9999-new\.sql/)
  const format = await tampered(file, {
    manifest: (manifest) => Object.assign(manifest, { version: 2, release: '9.0.0' }),
  })
  await assertRefused(t, format, 'ARCHIVE_NEWER', /9\.0\.0/)
  const older = await tampered(file, { manifest: ({ files }) => files[1]?.columns.push('fax') })
  await assertRefused(t, older, 'ARCHIVE_TOO_OLD', /fax/)
  const without = await tampered(file, {
    manifest: ({ files }) => {
      const audit = files.find(({ table }) => table === 'app.audit_entries')
      if (audit) audit.columns = audit.columns.filter((column) => column !== 'topic')
    },
  })
  await assertRefused(t, without, 'ARCHIVE_TOO_OLD', /topic/)
})

test('rows of another salon are refused, also with checksums that agree', async (t) => {
  const other = randomUUID()
  for (const table of [
    'app.bookings',
    'app.mails',
    'registry.api_keys',
    'registry.businesses',
    'jobs',
  ]) {
    const changed = await tampered(file, {
      files: { [`${table}.jsonl.gz`]: (text) => text.replace(salon.businessId, other) },
    })
    await assertRefused(t, changed, 'ARCHIVE_FOREIGN', new RegExp(`in ${table}`))
  }
})

test('row-level security refuses rows of another salon without the filter of the statement', async (t) => {
  const { admin } = await openReceiver(t)
  const foreign = randomUUID()
  const row = JSON.stringify([{ business_id: foreign, last_position: 1, counted_changes: 0 }])
  const insert = inTransaction(admin, async (registry) => {
    const tables = await salonRows.listSalonTables(registry)
    const table = tables.find(({ name }) => name === 'app.event_positions') as salonRows.SalonTable
    await registry`select app.set_business(${salon.businessId})`
    const tx = Object.assign(registry, { businessId: foreign }) as Tx
    return salonRows.insertSalonRows(tx, table, table.columns, row)
  })
  await assert.rejects(insert, { code: '42501' })
})

test('rows that the database refuses are an error of the archive', async (t) => {
  const changed = await tampered(file, {
    files: { 'app.bookings.jsonl.gz': (text) => text.replace('"state":"', '"state":"un') },
  })
  await assertRefused(t, changed, 'ARCHIVE_DAMAGED', /bookings_/)
})

test('a salon, a slug or a key that is here already is refused', async (t) => {
  const receiver = await openReceiver(t)
  await restored(receiver.admin, file)
  const rows = await rowsIn(receiver)
  const refuses = async (message: RegExp, archive = file) => {
    await assert.rejects(restored(receiver.admin, archive), { code: 'ARCHIVE_CONFLICT', message })
    assert.equal(await rowsIn(receiver), rows)
  }
  await refuses(/is here already/)

  const elsewhere = await openReceiver(t)
  const moved = await archived(admin, await openSalon({ professionals: ['Ana'] }))
  await restored(elsewhere.admin, moved)
  await renameSalon(elsewhere.witness, salon.slug)
  await assert.rejects(restored(elsewhere.admin, file), {
    ...{ code: 'ARCHIVE_CONFLICT', message: /Another salon has the slug/ },
  })
  await renameSalon(elsewhere.witness, 'free')
  const [key] = await receiver.witness<{ keyHash: Buffer }[]>`
    select key_hash from registry.api_keys limit 1`
  await elsewhere.witness`
    update registry.api_keys set key_hash = ${key?.keyHash ?? null}
    where key_id = (select key_id from registry.api_keys limit 1)`
  await assert.rejects(restored(elsewhere.admin, file), {
    ...{ code: 'ARCHIVE_CONFLICT', message: /api_keys_hash/ },
  })
})

const renameSalon = (witness: Sql, slug: string) =>
  witness`update registry.businesses set slug = ${slug}`

test('a salon that was deleted by mistake returns to where it was', async () => {
  const deleted = await openSalon({ professionals: ['Ana'] })
  const kept = await archived(admin, deleted)
  const movedTo = 'https://other.example'
  await deleteBusiness(admin, deleted.slug, { allowOrphaned: true, clock: deleted.clock, movedTo })
  await restored(admin, kept)
  const { witness } = await testDatabase()
  assert.equal((await witness`select from registry.moved_businesses`).length, 0)
  const actions = await witness<{ action: string; count: number }[]>`
    select action, count(*)::int as count from app.audit_entries
    where business_id = ${deleted.businessId} group by action order by action`
  assert.deepEqual(
    actions
      .filter(({ action }) => action.startsWith('businesses.'))
      .map(({ action, count }) => [action, count]),
    [
      ['businesses.apply', 1],
      ['businesses.archive', 1],
      ['businesses.delete', 1],
      ['businesses.restore', 1],
    ],
  )
  await deleteBusiness(admin, deleted.slug, { allowOrphaned: true, clock: deleted.clock })
})
