import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { test } from 'node:test'
import { readPreviousRelease } from '../upgrade/released-schema.ts'
import { codeOf, none, sources } from './sources.ts'

const migrations = sources('db/migrations/*')
const functions = sources('db/functions/*')

test('migrations are numbered without a gap', () => {
  for (const [index, { path }] of migrations.entries()) {
    const name = new RegExp(`^${String(index + 1).padStart(4, '0')}-[a-z0-9-]+\\.sql$`)
    assert.match(
      basename(path),
      name,
      `${path}: name it NNNN-subject.sql, numbered after the last one`,
    )
  }
})

const released = readPreviousRelease().migrations

test('a released migration is never edited', () => {
  const texts = new Map(migrations.map(({ path, text }) => [basename(path), text]))
  const edited = Object.entries(released).filter(
    ([name, hash]) =>
      createHash('md5')
        .update(texts.get(name) ?? '')
        .digest('hex') !== hash,
  )
  none(
    edited.map(([name]) => name),
    'Databases have it as it was. Correct it by a new migration:',
  )
})

test('a function that a database has already can be replaced', () => {
  const created = functions.filter(({ text }) => /^create function\b/m.test(text))
  none(
    created.map(({ path }) => path),
    'Write `create or replace function`: its text may change, and so may that in the database:',
  )
})

test('a migration only adds what programs of the release before can ignore', () => {
  // docs/decisions/0041
  const breaking = [
    /\bdrop (table|column|schema|function|type|constraint)\b/,
    /\brename\b/,
    /\balter column \w+ (type|set not null|set data|drop default)\b/,
  ]
  const added = migrations.filter(({ path }) => !(basename(path) in released))
  const found = added.flatMap(({ path, text }) => {
    const created = [...text.matchAll(/^create table ([\w.]+)/gm)].map(([, name]) => name)
    const indexes = [...text.matchAll(/^create (?:unique )?index \w+\s+on ([\w.]+)/gm)]
    return [
      ...(/^-- Contracts:/m.test(text) ? [] : breaking)
        .filter((statement) => statement.test(withoutComments(text)))
        .map((statement) => `${path}: ${statement.source}`),
      ...indexes
        .filter(([, table]) => !created.includes(table))
        .map(([statement]) => `${path}: ${statement}: create it in db/indexes`),
      ...[...text.matchAll(/^(?:update|delete from|insert into) (?!registry\.)[\w.]+/gm)].map(
        ([statement]) => `${path}: ${statement}: change many rows in db/backfills`,
      ),
    ]
  })
  none(found, 'Programs of the release before are running on this schema:')
})

test('a migration writes no table again', () => {
  // it holds a lock for as long as it writes, and a transaction that began before finds the table empty then
  const writing = [
    /\bgenerated always as \(/,
    /\balter column \w+ (set data )?type\b/,
    /\bset (un)?logged\b|\bset access method\b/,
    /\badd column \w+ [^;]*\bdefault (gen_random_uuid|random|clock_timestamp|nextval)\(/,
  ]
  const added = migrations.filter(({ path }) => !(basename(path) in released))
  const found = added.flatMap(({ path, text }) =>
    writing
      .filter((statement) => statement.test(withoutComments(text)))
      .map((statement) => `${path}: ${statement.source}`),
  )
  none(found, 'Add a plain column, and fill it in db/backfills:')
})

const withoutComments = (sql: string) => sql.replace(/--.*$/gm, '')

test('a migration starts in sequential mode for Citus', () => {
  const first = /^(--[^\n]*\n|\s)*set local citus\.multi_shard_modify_mode = 'sequential';/
  const others = migrations.filter(({ text }) => !first.test(text)).map(({ path }) => path)
  none(others, "Start it with: set local citus.multi_shard_modify_mode = 'sequential';")
})

test('a table is protected and distributed right after it is created', () => {
  const tables = migrations.flatMap(({ text }) => text.split(/^create table /m).slice(1))
  const bare = tables.filter((table) => {
    const name = /^[\w.]+/.exec(table)?.[0]
    const then = table.slice(table.indexOf('\n);\n') + '\n);\n'.length)
    // the worker's job tables stay local to the coordinator
    if (name?.startsWith('jobs.')) return false
    // tables of the registry belong to no single business
    if (name?.startsWith('registry.'))
      return !then.startsWith(`select app.distribute('${name}', 'reference');\n`)
    return !then.startsWith(
      `select app.protect('${name}');\nselect app.distribute('${name}', 'tenant');\n`,
    )
  })
  none(
    bare.map((table) => table.split('\n')[0] ?? ''),
    "Write after it: select app.protect('x'); and on the next line select app.distribute('x', 'tenant');",
  )
})

test('a function file is named by the one function it creates', () => {
  const other = functions.filter(({ path, text }) => {
    const created = [...text.matchAll(/^create (?:or replace )?function ([\w.]+)\(/gim)].map(
      ([, name]) => `${name}.sql`,
    )
    return created.join() !== basename(path)
  })
  none(
    other.map(({ path }) => path),
    'One function per file, named <schema>.<name>.sql:',
  )
})

test('every database function is called, or kept for the release before', () => {
  const callers = [...codeOf(), ...migrations, ...functions]
  const { release } = readPreviousRelease()
  const kept = `-- Kept for release ${release}, which calls it.`
  const unused = functions.filter(({ path, text }) => {
    if (text.includes(kept)) return false
    const name = basename(path, '.sql')
    const call = new RegExp(`\\b(${name}|(?<!\\.)${name.replace(/^\w+\./, '')})\\(`)
    return !callers.some((context) => context.path !== path && call.test(context.text))
  })
  none(
    unused.map(({ path }) => path),
    'Call it from db/src/queries, or remove it:',
  )
})

test('a column is compared with a bound, not with an interval added to a column', () => {
  // an index finds no rows by a computed column; on Citus such an UPDATE or DELETE fails
  const computed = /(?<![.\w])(?!p_|v_)[a-z]\w*\.[a-z]\w* [-+] (interval|make_interval)\b/
  // compares the times of two rows
  const others = ['db/functions/app.check_payments.sql']
  const found = [...functions, ...sources('db/src/queries/**/*.ts')].filter(
    ({ path, text }) => computed.test(text) && !others.includes(path),
  )
  none(
    found.map(({ path }) => path),
    'Compute the bound first, in a variable or a parameter:',
  )
})
