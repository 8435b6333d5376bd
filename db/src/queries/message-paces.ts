import type { Sql } from '../pool.ts'

/**
 * As silla_worker: reserves places at a provider of messages for all workers of the database.
 *
 * @returns in how many milliseconds the first of them is
 */
export async function reservePace(
  sql: Sql,
  { provider, messages, perSecond }: { provider: string; messages: number; perSecond: number },
): Promise<number> {
  const [row] = await sql<{ milliseconds: number }[]>`
    select jobs.reserve_pace(${provider}, ${messages}, ${perSecond}) as milliseconds`
  return row?.milliseconds ?? 0
}
