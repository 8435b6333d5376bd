import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { openPool } from '@silla/db'
import { testDatabase } from '../support/database.ts'

/** Does to one salon what docs/operations.md tells platform staff to do about inconsistent data. */
export async function mendBooks(businessId: string): Promise<void> {
  const { urls } = await testDatabase()
  const page = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  const [, statements] =
    /^#+ Repairing inconsistent data[\s\S]*?```sql\n([\s\S]*?)```/m.exec(page) ?? assert.fail()
  const sql = openPool({ url: urls.cli, max: 1, name: 'silla-test-mend' })
  await sql
    .unsafe(String(statements).replaceAll(":'business'", `'${businessId}'`))
    .finally(() => sql.end({ timeout: 1 }))
}
