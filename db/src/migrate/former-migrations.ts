import { readFileSync } from 'node:fs'
import type { Sql } from '../pool.ts'
import type { AppliedMigration } from './migrations.ts'

/**
 * MD5 of the texts that migrations of a release had before it was published: development databases have
 * run them. What differs in such a database is brought in line by a later migration.
 */
const formerTexts: Readonly<Record<string, string>> = {
  // 0105-words-in-columns.sql
  '0062-customer-search.sql': '3c792182fe81414563c7e3069a9584fc',
  '0104-words-by-functions.sql': '9cdc87643bae2a57fb2c8c7f800342d1',
}

/**
 * Records the present text of migrations that ran with a former one, which the migration tool would
 * refuse as edited. As silla_migrator.
 */
export async function acceptFormerTexts(
  sql: Sql,
  applied: readonly AppliedMigration[],
  former: Readonly<Record<string, string>> = formerTexts,
): Promise<void> {
  for (const { name, hash } of applied) {
    if (former[name] !== hash) continue
    const text = readFileSync(new URL(`../../migrations/${name}`, import.meta.url), 'utf8')
    await sql`
      update registry.migrations_applied set script = ${text}
      where name = ${name} and md5(script) = ${hash}`
  }
}
