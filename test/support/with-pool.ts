import { openPool, type Sql } from '@silla/db'

/** Runs work with a connection of its own, which is closed afterwards. */
export async function withPool<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = openPool({ url, max: 1, name: 'silla-test' })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}
