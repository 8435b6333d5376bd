import { setTimeout as delay } from 'node:timers/promises'
import { hasCitus } from '../cluster/has-citus.ts'
import { partitionedTables } from '../partitioned-tables.ts'
import type { Sql } from '../pool.ts'
import { SetupError } from '../setup-error.ts'
import { begin } from '../transaction.ts'
import { isLockTimeout, maxTries, pauseMilliseconds } from './migrations.ts'

/**
 * Makes the tables partitioned that are not yet, beside the programs that use them: the indexes and the check
 * that the table needs to become a partition are created first, without blocking anybody. The exchange then
 * changes only the catalogue (`app.partition_table`), and gives way and is tried again as migrations are.
 * What an interrupted call left is used, or replaced, by the next. A table that is partitioned gets the partitions
 * that it lacks or that somebody has detached, which the worker does otherwise. On a cluster its rows are copied instead, under the lock.
 *
 * @param sql a connection as silla_migrator
 * @param onBlocked called before each further try
 * @returns the names of the tables
 * @throws SetupError if a table stays in use, or a detached partition does not fit any more
 */
export async function partitionTables(
  sql: Sql,
  {
    onBlocked,
    tables = partitionedTables,
  }: { onBlocked?: (() => void) | undefined; tables?: readonly string[] } = {},
): Promise<string[]> {
  const partitioned: string[] = []
  for (const table of tables) {
    const [found] = await sql<{ isPartitioned: boolean }[]>`
      select relkind = 'p' as is_partitioned from pg_class where oid = to_regclass(${table})`
    if (!found) continue
    if (found.isPartitioned) {
      await retryLocked(() => addMonths(sql, table), onBlocked)
      continue
    }
    const isCluster = await hasCitus(sql)
    if (!isCluster) {
      await createKeys(sql, table)
      await retryLocked(() => addCheck(sql, table), onBlocked)
      await sql.unsafe(`alter table ${table} validate constraint ${checkOf(table)}`)
    }
    await retryLocked(() => exchange(sql, table), onBlocked)
    if (isCluster) await raiseNodeIds(sql, table)
    partitioned.push(table)
  }
  return partitioned
}

const checkOf = (table: string) => `${table.replace(/^\w+\./, '')}_before`

/** A unique index for each key, with the month: those of a partitioned table contain it. */
async function createKeys(sql: Sql, table: string): Promise<void> {
  const keys = await sql<{ index: string; columns: string; isValid: boolean | null }[]>`
    select key.conname || '_before' as index, made.indisvalid as is_valid,
      array_to_string(array(
        select quote_ident(attname)
        from unnest(key.conkey) with ordinality part (number, position)
        join pg_attribute on attrelid = key.conrelid and attnum = part.number
        order by part.position), ', ') as columns
    from pg_constraint key
    left join pg_class class
      on class.relname = key.conname || '_before' and class.relnamespace = key.connamespace
    left join pg_index made on made.indexrelid = class.oid
    where key.conrelid = ${table}::regclass and key.contype in ('p', 'u')
    order by key.conname`
  for (const { index, columns, isValid } of keys) {
    if (isValid) continue
    if (isValid === false) await sql.unsafe(`drop index concurrently app.${index}`)
    await sql.unsafe(
      `create unique index concurrently ${index} on ${table} (${columns}, partition_month)`,
    )
  }
}

/** All rows have the month of the migration that added the column, and those to come as well. */
async function addCheck(sql: Sql, table: string): Promise<void> {
  const check = checkOf(table)
  const [known] = await sql`
    select from pg_constraint where conrelid = ${table}::regclass and conname = ${check}`
  if (known) return
  const [month] = await sql<{ initial: string }[]>`
    select pg_get_expr(adbin, adrelid) as initial
    from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
    where adrelid = ${table}::regclass and attname = 'partition_month'`
  await locking(sql, async (tx) => {
    await tx.unsafe(
      `alter table ${table} add constraint ${check} check (partition_month <= ${month?.initial}) not valid`,
    )
  })
}

const exchange = (sql: Sql, table: string): Promise<void> =>
  locking(sql, async (tx) => {
    await tx`select app.partition_table(${table}::regclass)`
  })

/**
 * A new identity begins at the start of each node's range again: it goes on after the ids that were copied.
 * What is inserted before that has ids of the oldest rows, which are gone.
 */
async function raiseNodeIds(sql: Sql, table: string): Promise<void> {
  const [sequence] = await sql<{ name: string | null }[]>`
    select pg_get_serial_sequence(${table}, 'id') as name`
  if (!sequence?.name) return
  const rows = await sql.unsafe<{ last: number }[]>(
    `select max(id) as last from ${table} group by id >> 48`,
  )
  if (rows.length === 0) return
  const ids = rows.map(({ last }) => last).join(', ')
  await sql`
    select from run_command_on_all_nodes(${`
      select setval(own.seqrelid, greatest((select last_value from ${sequence.name}), max(last.id)))
      from pg_sequence own
      join unnest(array[${ids}]::bigint[]) last (id) on last.id >> 48 = own.seqmin >> 48
      where own.seqrelid = '${sequence.name}'::regclass
      group by own.seqrelid`})`
}

const addMonths = (sql: Sql, table: string): Promise<void> =>
  locking(sql, async (tx) => {
    await tx`select app.add_months(${table}::regclass, now())`
  }).catch((error) => {
    throw isRefusal(error) ? incompleteError(table, error) : error
  })

/** PostgreSQL refuses to attach a partition: its columns or its rows are not those of its months. */
const isRefusal = (error: { code?: string }): boolean => /^(22|23|42)/.test(error.code ?? '')

const incompleteError = (table: string, error: { message: string }) =>
  new SetupError(
    `The partitions of ${table} are not complete, and stay as they are: ${error.message}. Correct that table, or ` +
      'rename it to leave it out (docs/operations.md, "Tables that are kept by the month"). Then run silla db ' +
      'migrate again.',
    { cause: error },
  )

const locking = (sql: Sql, work: (tx: Sql) => Promise<void>): Promise<void> =>
  begin(sql, async (tx) => {
    await tx`set local citus.multi_shard_modify_mode = 'sequential'`
    // less than it takes until a deadlock is noticed: this gives way, and no request fails
    await tx`set local lock_timeout = '500ms'`
    await work(tx)
  })

async function retryLocked(
  work: () => Promise<void>,
  onBlocked: (() => void) | undefined,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      if (tries === maxTries)
        throw new SetupError(
          'A table that is to be partitioned is in use without a pause: a long transaction may be open ' +
            '(pg_stat_activity shows it). Run silla db migrate again.',
          { cause: error },
        )
      onBlocked?.()
      await delay(pauseMilliseconds)
    }
  }
}
