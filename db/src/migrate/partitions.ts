import { setTimeout as delay } from 'node:timers/promises'
import { partitionedTables } from '../partitioned-tables.ts'
import type { Sql } from '../pool.ts'
import { SetupError } from '../setup-error.ts'
import { begin } from '../transaction.ts'
import { isLockTimeout, maxTries, pauseMilliseconds } from './migrations.ts'

/**
 * Makes the tables partitioned that are not yet, beside the programs that use them: the indexes and the check
 * that the table needs to become a partition are created first, without blocking anybody. The exchange then
 * changes only the catalogue (`app.partition_table`), and gives way and is tried again as migrations are.
 * What an interrupted call left is used, or replaced, by the next. A table that is partitioned gets the months
 * that it lacks, which the worker adds otherwise.
 *
 * @param sql a connection as silla_migrator
 * @param onBlocked called before each further try
 * @returns the names of the tables
 * @throws SetupError if a table stays in use
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
    await createKeys(sql, table)
    await retryLocked(() => addCheck(sql, table), onBlocked)
    await sql.unsafe(`alter table ${table} validate constraint ${checkOf(table)}`)
    await retryLocked(() => exchange(sql, table), onBlocked)
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

const addMonths = (sql: Sql, table: string): Promise<void> =>
  locking(sql, async (tx) => {
    await tx`select app.add_months(${table}::regclass, now())`
  })

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
