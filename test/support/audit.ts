import assert from 'node:assert/strict'
import { auditDetailWords, auditInnerWords } from '@silla/wire'
import { testDatabase } from './database.ts'

/** The id of a transaction that has just ended; later ones have greater ids. */
export async function latestTransaction(): Promise<number> {
  const { witness } = await testDatabase()
  const [row] = await witness<
    { number: number }[]
  >`select pg_current_xact_id()::text::bigint as number`
  return row?.number ?? 0
}

/**
 * Tables in which a later transaction wrote without an audit entry. A transaction whose rows were
 * all overwritten since is not found.
 */
export async function tablesWithoutAuditEntry(since: number): Promise<string[]> {
  const { witness } = await testDatabase()
  const tables = await witness<{ name: string }[]>`
    select format('%I.%I', nspname, relname) as name
    from pg_class join pg_namespace space on space.oid = relnamespace
    where nspname in ('app', 'registry') and relkind in ('r', 'p') and not relispartition order by name`
  const written = tables
    .filter(({ name }) => !exempt.test(name))
    .map(async ({ name }) => {
      const rows = await witness`
      select 1 from ${witness(name)} as row
      where row.xmin::text::bigint > ${since} and row.xmin::text not in (select entry.xmin::text from audit_entries entry)`
      return rows.length > 0 ? [name] : []
    })
  return (await Promise.all(written)).flat()
}

/** Last key use is written by the API; early rows of app.book_visit carry a subtransaction's id. */
const exempt = /^app\.(api_key_uses|claims|customers)$/

/** Every field of a detail has a word of the API (packages/wire/src/audit-detail.ts). */
export function assertDetailHasWords({ action, detail }: AuditedDetail): void {
  // `GET /auditoria/` has fields of its own for these
  const { sessionId: _session, device: _device, changes, changed, moved, ...others } = detail
  const names = [...Object.keys(others), ...(changed === undefined ? [] : ['changed'])]
  // the changes of settings are sentences
  const parts = [moved, ...(Array.isArray(changes) ? [] : [changes])]
  const lines = [detail.before, detail.after].flatMap((each) => (Array.isArray(each) ? each : []))
  const inner = [...parts, ...lines].flatMap(namesIn)
  for (const name of names)
    assert.ok(Object.hasOwn(auditDetailWords, name), `${action}: ${name} has no word`)
  for (const name of [...inner, ...((changed as string[]) ?? [])])
    assert.ok(Object.hasOwn(auditInnerWords, name), `${action}: ${name} has no word`)
}

interface AuditedDetail {
  action: string
  detail: Record<string, unknown>
}

const namesIn = (value: unknown): string[] =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? []
    : Object.entries(value).flatMap(([name, one]) => [name, ...namesIn(one)])
