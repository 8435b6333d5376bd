import type { Sql } from '../pool.ts'

/** Whether the database is distributed over the nodes of a Citus cluster: it has the extension. */
export async function hasCitus(sql: Sql): Promise<boolean> {
  const [found] = await sql`select from pg_extension where extname = 'citus'`
  return found !== undefined
}
