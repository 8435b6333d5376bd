import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { checkPartitions, createBusiness } from '@silla/core'
import { migrate, openPool, partitionQueries } from '@silla/db'
import { findingOf } from '../../cli/src/doctor/messages.ts'
import { partitionTables } from '../../db/src/migrate/partitions.ts'
import { atEnd } from '../support/at-end.ts'
import { testDatabase } from '../support/database.ts'
import { until } from '../support/until.ts'

// Tables that are partitioned by month (decision 0091).

const { admin, urls, witness } = await testDatabase()
const worker = openPool({ url: urls.worker, max: 1, name: 'silla-test-worker' })
atEnd(() => worker.end({ timeout: 1 }))

const place = { timezone: 'Europe/Madrid', currency: 'EUR', language: 'es', country: 'ES' } as const
const { businessId } = await createBusiness(admin, {
  ...{ slug: 'monthly', name: 'Monthly', mode: 'test' },
  ...place,
})

/** A table as a migration leaves one that is to be partitioned, with two rows. */
async function openNotes(t: TestContext): Promise<void> {
  const statements = `
    create table app.notes (
      business_id uuid not null,
      id bigint generated always as identity (cache 32),
      code text not null,
      word text not null default '',
      partition_month date not null default '2020-02-01',
      constraint notes_pk primary key (business_id, id),
      constraint notes_code unique (business_id, code),
      constraint notes_word check (length(word) < 9)
    );
    select app.protect('app.notes');
    select app.distribute('app.notes', 'tenant');
    alter table app.notes
      add constraint notes_business foreign key (business_id) references app.businesses (business_id);
    create index notes_by_word on app.notes (business_id, word) where word <> '';
    insert into app.notes (business_id, code) values ('${businessId}', 'one'), ('${businessId}', 'two')`
  // one at a time: a cluster sends some of them to its nodes
  for (const statement of statements.split(';')) await witness.unsafe(statement)
  t.after(() => witness`drop table if exists app.notes`)
}

const partitionsOf = async (table: string) => {
  const rows = await witness<{ name: string; bound: string }[]>`
    select class.relname as name, pg_get_expr(class.relpartbound, class.oid) as bound
    from pg_inherits join pg_class class on class.oid = inhrelid
    where inhparent = ${table}::regclass order by 1`
  return rows.map(({ name }) => name)
}

const monthAfter = (months: number): string => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months)).toISOString()
}

const partitionOf = (table: string, months: number): string =>
  `${table}_${monthAfter(months).slice(0, 7).replace('-', '_')}`

test('a table becomes partitioned with its rows where they are, its constraints, indexes and protection', async (t) => {
  await openNotes(t)
  const file = (table: string) => witness`select pg_relation_filenode(${table}::regclass) as file`
  const before = await file('app.notes')
  assert.deepEqual(await partitionTables(witness, { tables: ['app.notes'] }), ['app.notes'])
  assert.deepEqual(await file('app.notes_before'), before)
  assert.deepEqual(
    await partitionsOf('app.notes'),
    ['notes_before', 'notes_default', partitionOf('notes', 1), partitionOf('notes', 2)].sort(),
  )
  const definitions = await witness`
    select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = 'app.notes'::regclass and contype <> 'n'
    union all
    select 'notes_by_word', pg_get_indexdef('app.notes_by_word'::regclass)
    order by 1`
  assert.deepEqual(
    definitions.map(({ name, definition }) => [name, definition]),
    [
      ['notes_business', 'FOREIGN KEY (business_id) REFERENCES businesses(business_id)'],
      [
        'notes_by_word',
        "CREATE INDEX notes_by_word ON ONLY app.notes USING btree (business_id, word) WHERE (word <> ''::text)",
      ],
      ['notes_code', 'UNIQUE (business_id, code, partition_month)'],
      ['notes_pk', 'PRIMARY KEY (business_id, id, partition_month)'],
      ['notes_word', 'CHECK ((length(word) < 9))'],
    ],
  )
  const insert = (code: string) => witness<{ id: number; place: string }[]>`
    insert into app.notes (business_id, code) values (${businessId}, ${code})
    on conflict on constraint notes_code do nothing
    returning id, tableoid::regclass::text as place`
  const [third] = await insert('three')
  assert.equal(third?.place, 'notes_before')
  assert.deepEqual([...(await insert('three'))], [])
  const ids = await witness<{ id: number }[]>`select id from app.notes order by id`
  assert.equal(new Set(ids.map(({ id }) => id)).size, 3, 'the ids go on')
  await assert.rejects(worker`select from app.notes`, /app\.business_id|uuid/)
  await assert.rejects(worker`select from app.notes_before`, /app\.business_id|uuid/)
  assert.deepEqual(await partitionTables(witness, { tables: ['app.notes'] }), [])
})

test('what an interrupted exchange has left is used, and a table in use is tried again', async (t) => {
  await openNotes(t)
  await witness`create unique index notes_pk_before on app.notes (business_id, id, partition_month)`
  await witness`
    create unique index notes_code_before on app.notes (business_id, code, partition_month)`
  await witness.unsafe(`
    alter table app.notes add constraint notes_before
      check (partition_month <= '2020-02-01') not valid`)
  const user = openPool({ url: urls.migrator, max: 1, name: 'test' })
  t.after(() => user.end())
  const { promise: blocked, resolve: onBlocked } = Promise.withResolvers<void>()
  const { partitioned } = await user.begin(async (tx) => {
    await tx`select from app.notes`
    const partitioned = partitionTables(witness, { onBlocked, tables: ['app.notes'] })
    await blocked
    return { partitioned }
  })
  assert.deepEqual(await partitioned, ['app.notes'])
  const [rows] = await witness`select count(*)::int as count from app.notes`
  assert.equal(rows?.count, 2)
})

test('partitions that somebody has detached are found and attached again, with the rows of both', async (t) => {
  await openNotes(t)
  await partitionTables(witness, { tables: ['app.notes'] })
  const parts = ['notes_before', 'notes_default', partitionOf('notes', 1), partitionOf('notes', 2)]
  const add = (code: string, month: string) => witness`
    insert into app.notes (business_id, code, partition_month)
    values (${businessId}, ${code}, ${month}::date)`
  await add('next', monthAfter(1))
  await add('far', '2090-05-01')
  const codes = async () => {
    const rows = await witness<{ code: string; place: string }[]>`
      select code, tableoid::regclass::text as place from app.notes order by code`
    return rows.map(({ code, place }) => `${code} ${place}`)
  }
  const all = await codes()
  for (const part of [parts[0] ?? '', parts[2] ?? ''])
    await witness.unsafe(`alter table app.notes detach partition app.${part}`)
  await add('late', monthAfter(1))
  assert.deepEqual(await codes(), ['far notes_default', 'late notes_default'])
  await partitionTables(witness, { tables: ['app.notes'] })
  assert.deepEqual(await partitionsOf('app.notes'), parts.sort())
  assert.deepEqual(await codes(), [...all, `late ${partitionOf('notes', 1)}`].sort())

  await witness`alter table app.notes detach partition app.notes_default`
  await partitionTables(witness, { tables: ['app.notes'] })
  assert.deepEqual(await partitionsOf('app.notes'), parts.sort())

  await witness.unsafe(`alter table app.notes detach partition app.${partitionOf('notes', 2)}`)
  await witness.unsafe(`alter table app.${partitionOf('notes', 2)} add column more text`)
  t.after(() => witness.unsafe(`drop table app.${partitionOf('notes', 2)}`))
  await assert.rejects(partitionTables(witness, { tables: ['app.notes'] }), {
    name: 'SetupError',
    message:
      /^The partitions of app\.notes are not complete, and stay as they are: .*"more".*\. Correct/,
  })
})

test('the doctor finds a detached partition of any age, and db migrate attaches it', async (t) => {
  const faults = async () => {
    const { status, facts } = await checkPartitions(admin)
    return { status, ...facts }
  }
  await witness`alter table app.mails detach partition app.mails_default`
  t.after(() => migrate(urls.migrator))
  assert.deepEqual(await faults(), {
    status: 'problem',
    faults: [{ table: 'app.mails', fault: 'detached' }],
  })
  await migrate(urls.migrator)
  assert.deepEqual(await faults(), { status: 'ok' })
})

test('months are added before they begin, and dropped 30 days after they have ended', async (t) => {
  await openNotes(t)
  await partitionTables(witness, { tables: ['app.notes'] })
  const nightOf = (date: string) =>
    worker`select registry.maintain_partitions('app.notes', ${`${date}T03:13Z`}::timestamptz)`
  const firstOf = (months: number) => monthAfter(months).slice(0, 10)
  await witness`
    insert into app.notes (business_id, code, partition_month)
    values (${businessId}, 'next', ${firstOf(1)}::date), (${businessId}, 'later', ${firstOf(4)}::date)`
  const kept = async () => {
    const rows = await witness<{ code: string; place: string }[]>`
      select code, tableoid::regclass::text as place from app.notes order by code`
    return rows.map(({ code, place }) => `${code} ${place}`)
  }
  const dayAfter = (date: string, days: number) =>
    new Date(Date.parse(date) + days * 24 * 3_600_000).toISOString().slice(0, 10)
  const [next, later] = [`next ${partitionOf('notes', 1)}`, 'later notes_default']
  await nightOf(dayAfter(firstOf(1), 29))
  assert.deepEqual(await kept(), [later, next, 'one notes_before', 'two notes_before'])
  // the month of a row that had none is added
  await nightOf(dayAfter(firstOf(1), 31))
  const moved = `later ${partitionOf('notes', 4)}`
  await nightOf(dayAfter(firstOf(2), 29))
  assert.deepEqual(await kept(), [moved, next])
  await nightOf(dayAfter(firstOf(2), 30))
  assert.deepEqual(await kept(), [moved])
  await witness`
    insert into app.notes (business_id, code, partition_month)
    values (${businessId}, 'old', '2019-01-01')`
  await nightOf(dayAfter(firstOf(2), 30))
  assert.deepEqual(await kept(), [moved])
  await assert.rejects(
    worker`select registry.maintain_partitions('app.customers', now())`,
    /app\.customers is no partitioned table/,
  )
})

test('the doctor reports a missing month, and migrate adds it', async () => {
  const codes = async () => (await checkPartitions(admin)).code
  assert.equal(await codes(), 'partitionsReady')
  await partitionQueries.maintainPartitions(worker)
  assert.equal(await codes(), 'partitionsReady')
  // at the end, and between others
  for (const missing of [[1, 2], [1], [0]]) {
    for (const months of missing) await witness.unsafe(`drop table ${partitionOf('mails', months)}`)
    assert.deepEqual(await checkPartitions(admin), {
      check: 'partitions',
      status: 'problem',
      code: 'partitionsMissing',
      facts: { faults: [{ table: 'app.mails', fault: 'months' }] },
    })
    await migrate(urls.migrator)
    assert.equal(await codes(), 'partitionsReady')
  }
})

test('the doctor reports rows of months that are far ahead, and its advice moves them', async () => {
  await witness`
    insert into mails (business_id, kind, to_email, language, payload, cause, created_at, state,
      partition_month)
    values (${businessId}, 'booking_confirmed', 'a@example.com', 'es', '{}', 'far', now(), 'sent',
      '2099-01-01')`
  const finding = async () => findingOf(await checkPartitions(admin))
  const { message, fix } = await finding()
  assert.equal(
    message,
    'Tables that are kept by the month: app.mails has rows of months that are far ahead, which nothing deletes.',
  )
  const [, statement = ''] = /as silla_migrator: (update TABLE .*)\.$/.exec(fix ?? '') ?? []
  await witness.unsafe(statement.replace('TABLE', 'app.mails'))
  assert.equal((await finding()).state, 'ok')
})

test('a night after forty days without one adds what is missing, and two at once do not fail', async (t) => {
  await openNotes(t)
  await partitionTables(witness, { tables: ['app.notes'] })
  const other = openPool({ url: urls.worker, max: 1, name: 'silla-test-worker' })
  t.after(() => other.end())
  const late = new Date(Date.parse(monthAfter(1)) + 40 * 24 * 3_600_000)
  const night = (sql: typeof worker) =>
    sql`select registry.maintain_partitions('app.notes', ${late})`
  let second: Promise<unknown> | undefined
  await worker.begin(async (tx) => {
    await night(tx as unknown as typeof worker)
    second = night(other).execute()
    await until(async () => (await witness`select from pg_locks where not granted`).length > 0)
  })
  await second
  const months = [1, 2, 3, 4].map((month) => partitionOf('notes', month))
  assert.deepEqual(await partitionsOf('app.notes'), [...months, 'notes_default'])
})

test('a cause is mailed once, also across the end of a month', async () => {
  const request = () =>
    admin.begin(async (tx) => {
      await tx`select app.set_business(${businessId})`
      const [row] = await tx<{ id: number | null }[]>`
        select app.request_mail(${businessId}, 'code', 'a@example.com', 'es', '{}', 'cause', now()) as id`
      return row?.id
    })
  assert.equal(typeof (await request()), 'number')
  assert.equal(await request(), null)
  await witness`update mails set partition_month = ${monthAfter(-1).slice(0, 10)}::date`
  assert.equal(await request(), null)
})
