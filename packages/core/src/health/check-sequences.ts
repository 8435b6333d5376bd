import { businessQueries, hasCitus, healthQueries, inTransaction, type Sql } from '@silla/db'
import { type CheckResult, ok, problem, skip } from './check-result.ts'

/** Whether the next id of every numbered table comes after those of its rows. */
export async function checkSequences(admin: Sql): Promise<CheckResult> {
  // each node of a cluster numbers its own rows
  if (await hasCitus(admin)) return skip('sequences', 'sequencesOfNodes', {})
  const tables = (await healthQueries.listNextIds(admin)).map(({ tableName }) => tableName)
  const highest = new Map<string, number>()
  for (const { businessId } of await businessQueries.listAllBusinesses(admin)) {
    const rows = await inTransaction(admin, async (registry) =>
      healthQueries.listHighestIds(await businessQueries.setTenant(registry, businessId), tables),
    )
    for (const { tableName, id } of rows)
      highest.set(tableName, Math.max(highest.get(tableName) ?? 0, id ?? 0))
  }
  // read again, after the rows: what was inserted meanwhile is no problem
  const behind = (await healthQueries.listNextIds(admin)).flatMap(
    ({ sequenceName, tableName, nextId }) => {
      const id = highest.get(tableName) ?? 0
      return nextId > id ? [] : [{ name: sequenceName, next: nextId, highest: id }]
    },
  )
  return behind.length === 0
    ? ok('sequences', 'sequencesAhead', {})
    : problem('sequences', 'sequencesBehind', { sequences: behind })
}
