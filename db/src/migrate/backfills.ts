import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Sql } from '../pool.ts'

const backfillsFolder = fileURLToPath(new URL('../../backfills', import.meta.url))

/**
 * Fills columns that a migration added, in rows that were there before: long work, so it is done in
 * short transactions beside the programs that are serving. Each file of `db/backfills` is one
 * statement that changes a limited number of rows of the business `$1` and skips those that are
 * filled; it runs for each business until it changes none.
 *
 * Each call runs all of them: programs of the release before may have written rows meanwhile. A
 * later release, whose migrations require the values, deletes the file.
 *
 * @param sql a connection as silla_migrator
 * @returns the names of the backfills that changed rows
 */
export async function runBackfills(sql: Sql, folder = backfillsFolder): Promise<string[]> {
  const backfills = readdirSync(folder).filter((file) => file.endsWith('.sql'))
  if (backfills.length === 0) return []
  const businesses = await sql<{ id: string }[]>`
    select business_id as id from registry.businesses order by business_id`
  const effective: string[] = []
  for (const file of backfills.sort()) {
    const statement = readFileSync(`${folder}/${file}`, 'utf8')
    let changedRows = 0
    for (const { id } of businesses) changedRows += await fillBusiness(sql, statement, id)
    if (changedRows > 0) effective.push(file.replace(/\.sql$/, ''))
  }
  return effective
}

async function fillBusiness(sql: Sql, statement: string, businessId: string): Promise<number> {
  let changedRows = 0
  for (;;) {
    const { count } = await sql.unsafe(statement, [businessId])
    if (count === 0) return changedRows
    changedRows += count
  }
}
