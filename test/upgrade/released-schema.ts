import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Sql } from '@silla/db'
import { createEventTasks } from '../../services/worker/src/event-tasks.ts'
import { createTasks } from '../../services/worker/src/tasks.ts'

/**
 * What the programs of a release need in the database. Those of the release before this one run on
 * the schema of this one during an upgrade, and again after going back (docs/decisions/0041).
 */
export interface ReleasedSchema {
  /** By name: parameters, result and the roles that may call it. */
  functions: Record<string, ReleasedFunction>
  /** By name. */
  tables: Record<string, ReleasedTable>
  /** Names of the jobs that its programs enqueue. */
  tasks: string[]
}

interface ReleasedFunction {
  arguments: string
  result: string
  callers: string[]
}

interface ReleasedTable {
  /** Type, "not null" and "default" by column. */
  columns: Record<string, string>
  /** Columns by name of constraint or unique index: what a row of the release fulfils. */
  rules: Record<string, string[]>
  /** Such as "silla_api insert" or "silla_api update state". */
  grants: string[]
}

/** The release before this one. */
export interface PreviousRelease extends ReleasedSchema {
  release: string
  commit: string
  /** MD5 of the text of each migration, by file name. */
  migrations: Record<string, string>
}

export const previousReleaseFile = fileURLToPath(
  new URL('../../db/previous-release.json', import.meta.url),
)

export const readPreviousRelease = (): PreviousRelease =>
  JSON.parse(readFileSync(previousReleaseFile, 'utf8'))

/** Reads a migrated database, as silla_migrator. */
export async function releasedSchema(sql: Sql): Promise<ReleasedSchema> {
  return { functions: await functionsOf(sql), tables: await tablesOf(sql), tasks: taskNames() }
}

/**
 * What programs of a release would miss in another schema: a sentence for each, none if they can
 * use it.
 */
export const missingFrom = (schema: ReleasedSchema, release: ReleasedSchema): string[] => [
  ...Object.entries(release.functions).flatMap(([name, released]) =>
    missingFunction(name, released, schema.functions[name]),
  ),
  ...Object.entries(release.tables).flatMap(([name, released]) =>
    missingTable(name, released, schema.tables[name]),
  ),
  ...without(release.tasks, schema.tasks).map((task) => `the worker has no task ${task}`),
]

function missingFunction(name: string, released: ReleasedFunction, now?: ReleasedFunction) {
  if (!now) return [`${name} is gone`]
  return [
    ...(now.arguments === released.arguments ? [] : [`${name} takes (${now.arguments})`]),
    ...(now.result === released.result ? [] : [`${name} returns ${now.result}`]),
    ...without(released.callers, now.callers).map((role) => `${role} may not call ${name}`),
  ]
}

function missingTable(name: string, released: ReleasedTable, now?: ReleasedTable) {
  if (!now) return [`${name} is gone`]
  const changed = Object.entries(released.columns).filter(
    ([column, type]) => now.columns[column] !== type,
  )
  const required = Object.entries(now.columns).filter(
    ([column, type]) =>
      !(column in released.columns) && /(?<!default|identity) not null$/.test(type),
  )
  // programs of the release leave out what they do not know: null, or a default that fulfils it
  const isWritten = (column: string) => column !== 'business_id' && column in released.columns
  return [
    ...changed.map(([column]) => `${name}.${column} is ${now.columns[column] ?? 'gone'}`),
    ...required.map(([column]) => `${name}.${column} is required`),
    ...Object.entries(now.rules)
      .filter(
        ([rule, columns]) =>
          !(rule in released.rules || ofNewRows.includes(rule)) && columns.some(isWritten),
      )
      .map(
        ([rule, columns]) =>
          `${name} has the new rule ${rule} on ${columns.filter(isWritten).join(', ')}, which ` +
          'programs of the release write: check it in the code, and add it in the next release',
      ),
    ...without(released.grants, now.grants).map((grant) => `${name} lacks the grant ${grant}`),
  ]
}

/** Unique indexes of rows that programs of the release before never write. */
const ofNewRows = ['payments_open_fee']

const without = (names: readonly string[], others: readonly string[]): string[] =>
  names.filter((name) => !others.includes(name))

async function functionsOf(sql: Sql): Promise<Record<string, ReleasedFunction>> {
  const rows = await sql<({ name: string } & ReleasedFunction)[]>`
    select applied.name, pg_get_function_arguments(proc.oid) as arguments,
      pg_get_function_result(proc.oid) as result,
      array(
        select case privilege.grantee when 0 then 'public' else privilege.grantee::regrole::text end
        from aclexplode(coalesce(proc.proacl, acldefault('f', proc.proowner))) privilege
        where privilege.grantee <> proc.proowner order by 1) as callers
    from registry.functions_applied applied
    join pg_proc proc
      on proc.pronamespace::regnamespace || '.' || proc.proname = applied.name
    order by applied.name`
  return byName(rows)
}

async function tablesOf(sql: Sql): Promise<Record<string, ReleasedTable>> {
  const tables = await sql<{ name: string; grants: string[] }[]>`
    select relnamespace::regnamespace || '.' || relname as name,
      array(
        select lower(grantee::regrole || ' ' || privilege_type)
        from aclexplode(relacl) where grantee <> relowner
        union
        select lower(grantee::regrole || ' ' || privilege_type || ' ') || attname
        from pg_attribute, aclexplode(attacl)
        where attrelid = pg_class.oid and not attisdropped
        order by 1) as grants
    from pg_class
    where relkind in ('r', 'p') and relnamespace::regnamespace::text in ('app', 'registry')
    order by 1`
  const columns = await sql<{ table: string; name: string; type: string }[]>`
    select relnamespace::regnamespace || '.' || relname as table, attname as name,
      concat_ws(' ', format_type(atttypid, atttypmod), case when attidentity <> '' then 'identity' end,
        case when atthasdef then 'default' end, case when attnotnull then 'not null' end) as type
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relkind in ('r', 'p') and relnamespace::regnamespace::text in ('app', 'registry')
      and attnum > 0 and not attisdropped
    order by 1, attnum`
  const rules = await sql<{ table: string; name: string; columns: string[] }[]>`
    select relnamespace::regnamespace || '.' || relname as table, rule.name,
      array(
        select attname::text from pg_attribute
        where attrelid = pg_class.oid and attnum = any (rule.numbers) order by attnum) as columns
    from pg_class
    cross join lateral (
      select conname::text as name, conkey as numbers
      from pg_constraint where conrelid = pg_class.oid and contype <> 'n'
      union
      select indexrelid::regclass::text, indkey::smallint[]
      from pg_index where indrelid = pg_class.oid and indisunique
        and not exists (select from pg_constraint where conindid = indexrelid)) rule
    where relkind in ('r', 'p') and relnamespace::regnamespace::text in ('app', 'registry')
    order by 1, 2`
  return byName(
    tables.map((table) => ({
      ...table,
      rules: Object.fromEntries(
        rules
          .filter((rule) => rule.table === table.name)
          .map(({ name, columns }) => [name, columns]),
      ),
      columns: Object.fromEntries(
        columns
          .filter((column) => column.table === table.name)
          .map(({ name, type }) => [name, type]),
      ),
    })),
  )
}

const byName = <Row extends { name: string }>(
  rows: readonly Row[],
): Record<string, Omit<Row, 'name'>> =>
  Object.fromEntries(rows.map(({ name, ...rest }) => [name, rest]))

function taskNames(): string[] {
  const unused = {} as never
  return Object.keys({ ...createTasks(unused), ...createEventTasks(unused, unused) }).sort()
}
