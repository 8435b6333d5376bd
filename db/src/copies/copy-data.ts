import type postgres from 'postgres'
import { openPool, type Sql } from '../pool.ts'
import { type CopyHeader, readCopyFile, writeCopyFile } from './copy-file.ts'

/**
 * Copies the rows of all tables of these schemas into a file, as they are at one moment. For a server
 * without PostgreSQL's own programs (decision 0053).
 *
 * @param url a login that may read all rows
 * @param options.stop ends it with its reason, also while it waits for a lock
 */
export async function copyData(
  url: string,
  file: string,
  options: { schemas: readonly string[]; migrations: string[]; stop: AbortSignal },
): Promise<void> {
  const { schemas, migrations, stop } = options
  await withConnection({ url, name: 'silla-backup', stop }, (sql) =>
    sql.begin('isolation level repeatable read read only', async (tx) => {
      const [tables, sequences] = [await tablesOf(tx, schemas), await sequencesOf(tx, schemas)]
      const header: CopyHeader = { format: 'silla-copy-1', migrations, tables, sequences }
      await writeCopyFile(file, header, (table) => rowsOf(tx, table))
    }),
  )
}

/**
 * Replaces the rows of a migrated database by those of a copy, in one transaction.
 *
 * @param url a superuser, because rows come before those that they refer to
 * @param stop ends it with its reason; nothing is replaced then
 * @throws Error when the copy is damaged
 */
export async function restoreData(url: string, file: string, stop: AbortSignal): Promise<void> {
  await withConnection({ url, name: 'silla-restore-data', stop }, (sql) =>
    readCopyFile(file, ({ header, rows, end }) =>
      sql.begin(async (tx) => {
        await tx`set local session_replication_role = replica`
        const names = header.tables.map(({ schema, name }) => `${schema}.${name}`)
        for (const name of names) await tx`truncate ${tx(name)} cascade`
        for (const [index, { columns }] of header.tables.entries()) {
          const table = tx(names[index] ?? '')
          for await (const part of rows())
            await tx`
              insert into ${table} (${tx(columns)}) overriding system value
              select ${tx(columns)} from json_populate_recordset(null::${table}, ${part.toString()}::text::json)`
        }
        await end()
        for (const { schema, name, last } of header.sequences)
          await tx`select setval(format('%I.%I', ${schema}::text, ${name}::text)::regclass,
            ${last ?? 1}, ${last !== null})`
      }),
    ),
  )
}

/** Runs work on a connection that is closed at its end, or when it is stopped. @throws the reason of `stop` */
async function withConnection(
  { url, name, stop }: { url: string; name: string; stop: AbortSignal },
  work: (sql: Sql) => Promise<unknown>,
): Promise<void> {
  const sql = openPool({ url, max: 1, name })
  const close = () => sql.end({ timeout: 0 })
  stop.addEventListener('abort', close)
  try {
    stop.throwIfAborted()
    await work(sql)
  } catch (error) {
    stop.throwIfAborted()
    throw error
  } finally {
    stop.removeEventListener('abort', close)
    await sql.end()
  }
}

/**
 * Rows as JSON, some at a time. Not by COPY: the driver leaves its connection paused where the last
 * rows fill the stream, and then waits for ever.
 */
async function* rowsOf(tx: Tx, { schema, name }: CopyHeader['tables'][number]) {
  const rows = tx<{ row: string }[]>`
    select row_to_json(each)::text as row from ${tx(`${schema}.${name}`)} each`
  for await (const some of rows.cursor(rowsPerPart))
    yield Buffer.from(`[${some.map(({ row }) => row).join(',')}]`)
}

const rowsPerPart = 500

type Tx = postgres.TransactionSql<{ bigint: number }>

const tablesOf = (tx: Tx, schemas: readonly string[]) =>
  tx<CopyHeader['tables']>`
    select namespace.nspname as schema, class.relname as name,
      array_agg(attribute.attname::text order by attribute.attnum) as columns
    from pg_class class
    join pg_namespace namespace on namespace.oid = class.relnamespace
    join pg_attribute attribute on attribute.attrelid = class.oid
    where namespace.nspname = any (${[...schemas]}) and class.relkind in ('r', 'p')
      and not class.relispartition
      and attribute.attnum > 0 and not attribute.attisdropped and attribute.attgenerated = ''
    group by 1, 2
    order by 1, 2`.then((rows) => [...rows])

const sequencesOf = (tx: Tx, schemas: readonly string[]) =>
  tx<CopyHeader['sequences']>`
    select schemaname as schema, sequencename as name, last_value as last
    from pg_sequences where schemaname = any (${[...schemas]}) order by 1, 2`.then((rows) => [
    ...rows,
  ])
