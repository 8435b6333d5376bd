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
