import { openPool, type Sql } from '@silla/db'
import { atEnd, onePerFile } from './at-end.ts'
import { testDatabase } from './database.ts'

/** What the connections to this file's database are doing; only a superuser may see that. */
export async function backends(): Promise<Backend[]> {
  const { urls } = await testDatabase()
  const sql = await opened()
  const rows = await sql<Backend[]>`
    select usename as role, state, query, xact_start is not null as "isInTransaction", wait_event_type = 'Lock' as "waitsForLock"
    from pg_stat_activity
    where datname = ${new URL(urls.api).pathname.slice(1)} and usename in ('silla_api', 'silla_worker')`
  return [...rows]
}

export interface Backend {
  role: 'silla_api' | 'silla_worker'
  state: string
  query: string
  isInTransaction: boolean
  waitsForLock: boolean | null
}

const opened = onePerFile(async (): Promise<Sql> => {
  const { urls } = await testDatabase()
  const sql = openPool({ url: urls.prepare, max: 1, name: 'silla-test-backends' })
  atEnd(() => sql.end({ timeout: 1 }))
  return sql
})

/** The processes of this file's database that hold an advisory lock alone. */
export async function lockHolders(): Promise<number[]> {
  const sql = await opened()
  const rows = await sql<{ pid: number }[]>`
    select distinct pid from pg_locks lock join pg_database database on database.oid = lock.database
    where lock.locktype = 'advisory' and lock.mode = 'ExclusiveLock' and lock.granted
      and database.datname = current_database()`
  return rows.map(({ pid }) => pid)
}

/** Ends connections, as a server does that stops. */
export async function endBackends(pids: readonly number[]): Promise<void> {
  const sql = await opened()
  for (const pid of pids) await sql`select pg_terminate_backend(${pid}::int, 5000)`
}
