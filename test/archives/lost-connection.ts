import { openPool, type Sql } from '@silla/db'
import { until } from '../support/until.ts'

/** Runs work while a table is locked, once somebody waits for it. */
export async function whileWaitingFor<T>(
  { url, table }: { url: string; table: string },
  work: (pid: number, sql: Sql) => Promise<T>,
): Promise<T> {
  const { waiting } = await lockTable({ url, table }, work)
  return waiting
}

/** The same, and resolves once the table is locked. */
export async function lockTable<T>(
  { url, table }: { url: string; table: string },
  work: (pid: number, sql: Sql) => Promise<T>,
): Promise<{ waiting: Promise<T> }> {
  const sql = openPool({ url, max: 2, name: 'silla-test-lock' })
  const locked = Promise.withResolvers<void>()
  const waiting = run().finally(() => sql.end())
  await Promise.race([locked.promise, waiting])
  return { waiting }

  async function run(): Promise<T> {
    let result: T | undefined
    await sql.begin(async (tx) => {
      await tx.unsafe(`lock table ${table} in access exclusive mode`)
      locked.resolve()
      let pid = 0
      await until(async () => {
        const [waiter] = await sql<{ pid: number }[]>`
          select pid from pg_locks lock join pg_database database on database.oid = lock.database
          where not granted and relation = ${table}::regclass
            and database.datname = current_database() limit 1`
        pid = waiter?.pid ?? 0
        return pid > 0
      })
      result = await work(pid, sql)
    })
    return result as T
  }
}

/** Ends the connection that waits for the table. */
export const lockTableAndEnd = (table: { url: string; table: string }) =>
  lockTable(table, async (pid, sql) => {
    await sql`select pg_terminate_backend(${pid}::int, 5000)`
  })
