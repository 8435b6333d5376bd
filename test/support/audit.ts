import { testDatabase } from './database.ts'

/** The number of a transaction that has just ended; every later one has a greater number. */
export async function latestTransaction(): Promise<number> {
  const { witness } = await testDatabase()
  const [row] = await witness<
    { number: number }[]
  >`select pg_current_xact_id()::text::bigint as number`
  return row?.number ?? 0
}

/**
 * The tables in which a later transaction wrote something without an entry in the audit log,
 * whatever wrote it. A transaction whose rows were all written over since is not seen.
 */
export async function tablesWithoutAuditEntry(since: number): Promise<string[]> {
  const { witness } = await testDatabase()
  const tables = await witness<{ name: string }[]>`
    select format('%I.%I', nspname, relname) as name
    from pg_class join pg_namespace space on space.oid = relnamespace
    where nspname in ('app', 'registry') and relkind = 'r' order by name`
  const written = tables
    .filter(({ name }) => !apart.test(name))
    .map(async ({ name }) => {
      const rows = await witness`
      select 1 from ${witness(name)} as row
      where row.xmin::text::bigint > ${since} and row.xmin::text not in (select entry.xmin::text from audit_entries entry)`
      return rows.length > 0 ? [name] : []
    })
  return (await Promise.all(written)).flat()
}

/**
 * When a key was last used is the API's to say; what app.book_visit writes first has the number of
 * a subtransaction.
 */
const apart = /^app\.(api_key_uses|claims|customers)$/
