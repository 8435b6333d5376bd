import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { columnsLeftOut, deactivateStaff, sealedNotes, tablesLeftOut } from '@silla/core'
import {
  type Database,
  endOfArchive,
  inTransaction,
  readArchiveFile,
  type Snapshot,
  salonRows,
  streamEntry,
} from '@silla/db'
import { contentsOf, newFile, restored } from '../../archives/archived.ts'
import { openLivelySalon } from '../../archives/lively-salon.ts'
import { openApi, testApi } from '../../support/api.ts'
import { assertError, dataOf } from '../../support/assertions.ts'
import { endBackends, lockHolders } from '../../support/backends.ts'
import { client } from '../../support/client.ts'
import { testDatabase } from '../../support/database.ts'
import { emailsTo } from '../../support/emails.ts'
import { openSalon, type StaffClient, type TestSalon } from '../../support/salon.ts'
import { browserOf } from '../../support/signed-in-staff.ts'
import { staffOf } from '../../support/staff.ts'
import { until } from '../../support/until.ts'

const { admin, witness } = await testDatabase()
const path = '/ajustes/descarga/'
const filePath = '/ajustes/descarga/archivo/'
let salon: TestSalon
let url: string

before(async () => {
  salon = await openLivelySalon()
  url = (await testApi()).url
})

/** Moves the clock of the salon, which a session follows. */
const wait = (minutes: number) =>
  salon.clock.set(new Date(salon.clock.now().getTime() + minutes * 60_000))

/** An owner who has requested a link, and the token in its email. */
async function withLink(of = salon): Promise<{ owner: StaffClient; token: string }> {
  const owner = await of.staff('owner', { name: 'Lola Gil' })
  dataOf(await owner.post(path))
  return { owner, token: await tokenFor(owner, of) }
}

async function tokenFor({ email }: StaffClient, of = salon): Promise<string> {
  const mails = (await emailsTo(of, email)).filter(({ kind }) => kind === 'salon_download')
  return String(mails.at(-1)?.payload.token)
}

const download = (owner: StaffClient, token: string) => owner.get(filePath, { 'x-descarga': token })

/** The file as a browser gets it. */
async function downloaded(owner: StaffClient, token: string, at = url): Promise<string> {
  const headers = { ...browserOf(owner), 'x-descarga': token }
  const response = await fetch(`${at}${filePath}`, { headers })
  assert.equal(response.status, 200, await response.clone().text())
  assert.match(
    response.headers.get('content-disposition') ?? '',
    new RegExp(`^attachment; filename="${salon.slug}-2030-03-04.tar"$`),
  )
  const file = await newFile()
  writeFileSync(file, Buffer.from(await response.arrayBuffer()))
  return file
}

test('D68: an owner requests a link, gets it by email, and downloads everything of the salon with it', async () => {
  const owner = await salon.staff('owner', { name: 'Lola Gil' })
  assert.equal(dataOf(await owner.get(path)).estado, 'ninguna')
  const key = { 'idempotency-key': 'once' }
  const requested = dataOf(await owner.post(path, {}, key))
  assert.deepEqual(
    [requested.estado, requested.email, requested.caduca_en, requested.otra_desde],
    ['vigente', owner.email, '2030-03-05T08:40:00.000Z', '2030-03-04T09:40:00.000Z'],
  )
  assert.deepEqual(dataOf(await owner.post(path, {}, key)), requested, 'a second click')
  assert.equal((await emailsTo(salon, owner.email)).length, 1)

  const file = await downloaded(owner, await tokenFor(owner))
  const contents = await contentsOf(file)
  const manifest = JSON.parse(contents.get('manifest.json') ?? '')
  assert.deepEqual(
    [manifest.format, manifest.version, manifest.purpose, manifest.business],
    ['silla-archive', 1, 'owner', { id: salon.businessId, slug: salon.slug }],
  )
  await readArchiveFile(file, async (archive) => {
    for (const { name, bytes, sha256 } of manifest.files) {
      const entry = archive.entries.find((each) => each.name === name)
      assert.ok(entry, name)
      const hash = createHash('sha256').update(await archive.read(entry))
      assert.deepEqual([entry.bytes, hash.digest('hex')], [bytes, sha256], name)
    }
  })
  const linesOf = (table: string) =>
    (contents.get(`${table}.jsonl.gz`) ?? '')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  for (const { table, rows } of manifest.files) {
    assert.equal(linesOf(table).length, rows, table)
    const [stored] = await witness<{ count: number }[]>`
      select count(*)::int as count from ${witness(table)} where business_id = ${salon.businessId}`
    assert.ok(rows <= (stored?.count ?? 0) && rows > 0, table)
    assert.ok(
      linesOf(table).every((row) => row.business_id === salon.businessId),
      table,
    )
  }
  assert.ok(linesOf('app.bookings').some(({ contact_name: name }) => name === 'Lucía Prado'))
  const notes = linesOf('app.customer_notes').map(({ kind, body, sealed_body: sealed }) => [
    kind,
    body,
    sealed,
  ])
  assert.deepEqual(notes.sort(), [
    ['allergy', 'Nuez', undefined],
    ['note', 'Nuez', undefined],
  ])
  assert.equal(dataOf(await owner.get(path)).descargada_en, '2030-03-04T08:40:00.000Z')
})

test('D68: requesting, using and revoking a link is in the audit log, and a refused use is not', async () => {
  const { owner, token } = await withLink()
  assertError(await download(owner, 'x'.repeat(43)), 'DOWNLOAD_LINK_INVALID')
  await downloaded(owner, token)
  dataOf(await owner.delete(path))
  const revoked = dataOf(await owner.delete(path))
  assert.equal(revoked.estado, 'anulada')
  const entries = await witness`
    select action from audit_entries
    where business_id = ${salon.businessId} and staff_id = ${owner.staffId} order by id`
  assert.deepEqual(
    entries.map(({ action }) => action),
    ['downloads.request', 'downloads.read', 'downloads.revoke'],
  )
  assertError(await download(owner, token), 'DOWNLOAD_LINK_INVALID')
})

test('D68: a link is requested once an hour, the next one replaces it, and it works for a day', async () => {
  const { owner, token } = await withLink()
  const refused = await owner.post(path)
  assertError(refused, 'RATE_LIMIT_EXCEEDED')
  assert.equal(refused.headers.get('retry-after'), '3600')
  dataOf(await owner.delete(path))
  assertError(await owner.post(path), 'RATE_LIMIT_EXCEEDED')

  wait(60)
  await useAgain(owner)
  dataOf(await owner.post(path))
  const next = await tokenFor(owner)
  assert.notEqual(next, token)
  assertError(await download(owner, token), 'DOWNLOAD_LINK_INVALID')
  wait(24 * 60)
  await useAgain(owner)
  assert.equal(dataOf(await owner.get(path)).estado, 'caducada')
  assertError(await download(owner, next), 'DOWNLOAD_LINK_EXPIRED')
  wait(-25 * 60)
})

/** The passkey once more, as a step-up records it. */
async function useAgain({ sessionId }: StaffClient): Promise<void> {
  await witness`
    update staff_sessions set passkey_at = ${salon.clock.now()} where id = ${sessionId}`
}

test('D68: nobody else can use a link: other people, other salons, without a passkey, or after they have left', async () => {
  const { owner, token } = await withLink()
  const other = await salon.staff('owner', { name: 'Iris Mas' })
  assertError(await download(other, token), 'DOWNLOAD_LINK_INVALID')
  const elsewhere = await openSalon({ now: '2030-03-04T09:40' })
  const stranger = await withLink(elsewhere)
  assertError(await download(stranger.owner, token), 'DOWNLOAD_LINK_INVALID')
  assertError(await download(owner, stranger.token), 'DOWNLOAD_LINK_INVALID')
  for (const role of ['manager', 'receptionist', 'professional'] as const) {
    const member = await salon.staff(role)
    assertError(await download(member, token), 'OWNER_REQUIRED')
    assertError(await member.post(path), 'OWNER_REQUIRED')
  }
  assertError(await download({ ...owner, ...salon.backend }, token), 'INSUFFICIENT_SCOPE')
  const unread = await salon.backend.get('/ajustes/descarga/archivo/?lang=xx')
  assertError(unread, 'INSUFFICIENT_SCOPE')
  assertError(await client(url, {}).get(filePath, { 'x-descarga': token }), 'API_KEY_REQUIRED')

  // signed in again with a code by email, as after a lost passkey: the mailbox alone opens nothing
  await witness`update staff_sessions set passkey_at = null where id = ${owner.sessionId}`
  const api = await openApi(undefined, { clock: salon.clock })
  const byCode = client(api.url, { authorization: `Bearer ${owner.token}` })
  assertError(await byCode.get(filePath, { 'x-descarga': token }), 'STEP_UP_REQUIRED')
  await api.close()

  await deactivateStaff(await staffOf(salon), owner.staffId)
  const [link] = await witness`
    select from salon_downloads where staff_id = ${owner.staffId}`
  assert.equal(link, undefined, 'the link of who has left is deleted')
})

test('D68: one download of a salon runs at a time, in whichever process, and is one moment of the salon', async (t) => {
  const { owner, token } = await withLink()
  const gate = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const held = await openApi(undefined, {
    clock: salon.clock,
    wrapDatabase: (database) => ({ ...database, openSnapshot: heldOpen(database) }),
  })
  t.after(held.close)
  const first = downloaded(owner, token, held.url)
  await begun.promise
  const busy = await download(owner, token)
  assert.deepEqual([busy.status, busy.error.code], [503, 'SERVICE_UNAVAILABLE'])
  assert.equal(busy.headers.get('retry-after'), '60')
  dataOf(await salon.backend.book('Ana', '19:00', { nombre: 'Tarde Llegada' }), 201)
  gate.resolve()
  const bookings = (await contentsOf(await first)).get('app.bookings.jsonl.gz') ?? ''
  assert.ok(bookings.includes('Lucía Prado') && !bookings.includes('Tarde Llegada'))
  const after = await contentsOf(await downloaded(owner, token))
  assert.ok(after.get('app.bookings.jsonl.gz')?.includes('Tarde Llegada'))

  /** The rows are read when the gate opens; the moment is that of the beginning. */
  function heldOpen(database: Database) {
    return async (businessId: string): Promise<Snapshot | null> => {
      const snapshot = await database.openSnapshot(businessId)
      if (snapshot)
        await snapshot.tx`select from bookings where business_id = ${businessId} limit 1`
      begun.resolve()
      await gate.promise
      return snapshot
    }
  }
})

test('D68: a client that leaves, a lost connection and a stop of the API end the transaction', async () => {
  const { owner, token } = await withLink()
  const snapshots: Snapshot[] = []
  const api = await openApi(undefined, {
    clock: salon.clock,
    wrapDatabase: (database) => ({
      ...database,
      async openSnapshot(businessId) {
        const snapshot = await database.openSnapshot(businessId)
        if (snapshot) snapshots.push(snapshot)
        return snapshot && { ...snapshot, tx: endless(snapshot) }
      },
    }),
  })
  const open = async () => {
    const headers = { authorization: `Bearer ${owner.token}`, 'x-descarga': token }
    const controller = new AbortController()
    const response = await fetch(`${api.url}${filePath}`, { headers, signal: controller.signal })
    assert.equal(response.status, 200)
    return { response, controller }
  }
  const untilEnded = () => until(async () => (await lockHolders()).length === 0)

  const left = await open()
  left.controller.abort()
  await untilEnded()

  const lost = await open()
  await endBackends(await lockHolders())
  await assert.rejects(lost.response.arrayBuffer(), 'the file is cut off')
  await untilEnded()

  const stopped = await open()
  await Promise.all([assert.rejects(stopped.response.arrayBuffer()), api.close()])
  await untilEnded()
})

test('D68: what a deployment would need is not in it, so that it is refused where archives are restored', async () => {
  const { owner, token } = await withLink()
  await assert.rejects(restored(admin, await downloaded(owner, token)), {
    code: 'ARCHIVE_OF_OWNER',
  })
})

test('D68: no column that lets somebody sign in, or is encrypted, is downloaded', async () => {
  const tables = (await inTransaction(admin, salonRows.listSalonTables)).filter(({ name }) =>
    name.startsWith('app.'),
  )
  const known = new Set(tables.map(({ name }) => name))
  for (const name of [...tablesLeftOut, ...Object.keys(columnsLeftOut), sealedNotes.table])
    assert.ok(known.has(name), `${name} is no table of a salon`)
  const columns = await witness<{ table: string; column: string; type: string }[]>`
    select format('%I.%I', table_schema, table_name) as table, column_name as column, data_type as type
    from information_schema.columns where table_schema = 'app' order by 1, 2`
  const suspicious = columns.filter(
    ({ table, column, type }) =>
      known.has(table) &&
      !type.startsWith('timestamp') &&
      !tablesLeftOut.has(table) &&
      !columnsLeftOut[table]?.includes(column) &&
      !(table === sealedNotes.table && column === sealedNotes.column) &&
      type !== 'timestamp with time zone' &&
      (type === 'bytea' ||
        /hash|token|secret|sealed|password|(?<!email_)(?<!name_)key$|pin_/.test(column)),
  )
  assert.deepEqual(suspicious, [], 'leave it out, in packages/core/src/downloads/left-out.ts')
  for (const [table, left] of Object.entries(columnsLeftOut))
    for (const column of left)
      assert.ok(
        columns.some((each) => each.table === table && each.column === column),
        `${table} has no ${column}`,
      )
})

test('an entry that is too large for the memory is compressed twice, to the same bytes', async () => {
  const modifiedAt = new Date('2030-03-04T09:00:00Z')
  // digests do not compress: some 6 MB
  const line = (n: number) => createHash('sha512').update(`${n}`).digest('hex')
  let passes = 0
  async function* content() {
    passes++
    for (let part = 0; part < 90; part++)
      yield Buffer.from(
        `${Array.from({ length: 1000 }, (_, n) => line(part * 1000 + n)).join('\n')}\n`,
      )
  }
  const file = await newFile()
  const chunks = [
    ...(await Array.fromAsync(streamEntry({ name: 'a.jsonl.gz', modifiedAt, content }))),
    endOfArchive(),
  ]
  writeFileSync(file, Buffer.concat(chunks))
  assert.equal(passes, 2)
  const text = (await contentsOf(file)).get('a.jsonl.gz') ?? ''
  assert.deepEqual([text.length, text.slice(-129, -1)], [90_000 * 129, line(89_999)])

  async function* changing() {
    yield Buffer.from(line(passes++).repeat(100_000))
  }
  const changed = streamEntry({ name: 'plain', modifiedAt, content: changing })
  await assert.rejects(Array.fromAsync(changed), /plain has changed/)
})

/** Bookings that never end, so that a download runs until it is ended. */
function endless({ tx }: Snapshot): Snapshot['tx'] {
  let isEndless = false
  const unsafe = (text: string) => {
    if (text.includes('declare')) isEndless = text.includes('from app.bookings')
    return isEndless && /^fetch/.test(text)
      ? tx.unsafe('select md5(random()::text) as row from generate_series(1, 10)')
      : tx.unsafe(text)
  }
  const query = (...parts: Parameters<Snapshot['tx']>) => tx(...parts)
  return Object.assign(query, tx, { unsafe }) as unknown as Snapshot['tx']
}
