import type { Sql } from '@silla/db'

/** A constraint or index of a table, and the statement that creates it again. */
interface Definition {
  table: string
  name: string
  definition: string
}

interface Constraint extends Definition {
  isPartitioned: boolean
}

/**
 * Fills tables without their indexes and foreign keys, and creates these again afterwards: building
 * an index over existing rows is several times faster than inserting into it.
 *
 * @param superuser a single connection
 */
export async function loadInBulk(
  superuser: Sql,
  tables: readonly string[],
  load: () => Promise<unknown>,
): Promise<void> {
  const foreignKeys = await constraintsOf(superuser, tables, ['f'])
  const keys = await constraintsOf(superuser, tables, ['p', 'u'])
  const exclusions = await constraintsOf(superuser, tables, ['x'])
  const indexes = await indexesOf(superuser, tables)
  const run = async (statements: readonly string[]) => {
    for (const statement of statements) await superuser.unsafe(statement)
  }
  await run([
    ...[...foreignKeys, ...keys].map(
      ({ table, name }) => `alter table ${table} drop constraint ${name}`,
    ),
    ...indexes.map(({ name }) => `drop index ${name}`),
  ])
  await maintainIndexes(superuser, exclusions, false)
  await load()
  await maintainIndexes(superuser, exclusions, true)
  await run([
    // Rebuilds the index without comparing each row with the others, which takes ten times longer:
    // the constraint counts as fulfilled.
    ...exclusions.map(({ table }) => `vacuum full ${table}`),
    ...keys.map(addConstraint),
    ...indexes.map(({ definition }) => definition),
    // not checked, because the rows are generated, where PostgreSQL before 18 can add it so
    ...foreignKeys.map((key) => `${addConstraint(key)}${key.isPartitioned ? '' : ' not valid'}`),
    ...tables.map((table) => `vacuum (analyze) ${table}`),
  ])
}

/** Whether rows that are inserted enter the indexes of these constraints. */
const maintainIndexes = (
  superuser: Sql,
  constraints: readonly Definition[],
  isMaintained: boolean,
): Promise<unknown> => superuser`
  update pg_index set indisready = ${isMaintained}
  where indexrelid in (
    select conindid from pg_constraint
    where conname = any(${constraints.map(({ name }) => name)}::text[]))`

const addConstraint = ({ table, name, definition }: Definition): string =>
  `alter table ${table} add constraint ${name} ${definition}`

/** Of these tables; foreign keys also where they refer to these tables. */
const constraintsOf = (
  superuser: Sql,
  tables: readonly string[],
  types: readonly string[],
): Promise<Constraint[]> => superuser`
  select conrelid::regclass::text as "table", quote_ident(conname) as name,
    pg_get_constraintdef(pg_constraint.oid) as definition, relkind = 'p' as is_partitioned
  from pg_constraint join pg_class on pg_class.oid = conrelid
  where contype = any(${[...types]}::text[]) and conparentid = 0
    and (conrelid = any(${[...tables]}::text[]::regclass[])
      or confrelid = any(${[...tables]}::text[]::regclass[]))
  order by conname`

const indexesOf = (superuser: Sql, tables: readonly string[]): Promise<Definition[]> => superuser`
  select index.indrelid::regclass::text as "table", index.indexrelid::regclass::text as name,
    replace(pg_get_indexdef(index.indexrelid), ' ON ONLY ', ' ON ') as definition
  from pg_index index
  where index.indrelid = any(${[...tables]}::text[]::regclass[])
    and not exists (select from pg_constraint where conindid = index.indexrelid)
  order by name`
