import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Sql } from '../pool.ts'

const indexesFolder = fileURLToPath(new URL('../../indexes', import.meta.url))

/**
 * Creates the indexes of `db/indexes` that the database does not have, without blocking writers:
 * `create index concurrently`, which no transaction and so no migration may contain. The remains of a
 * creation that was interrupted are replaced.
 *
 * @param sql one connection as silla_migrator, which acts as the owner of each schema
 * @param folder of files named <schema>.<index>.sql, each with the one statement
 * @returns the names of the created indexes, with their schema
 */
export async function createIndexes(sql: Sql, folder = indexesFolder): Promise<string[]> {
  const created: string[] = []
  for (const name of indexFiles(folder)) {
    await becomeOwner(sql, name)
    const [index] = await sql<{ isValid: boolean }[]>`
      select indisvalid as is_valid from pg_index where indexrelid = to_regclass(${name})`
    if (index?.isValid) continue
    if (index) await sql.unsafe(`drop index concurrently ${name}`)
    await sql.unsafe(readFileSync(`${folder}/${name}.sql`, 'utf8'))
    created.push(name)
  }
  await sql`reset role`
  return created
}

/** The owner of the schema owns its tables too. */
async function becomeOwner(sql: Sql, index: string): Promise<void> {
  const [schema] = index.split('.')
  const [found] = await sql<{ owner: string }[]>`
    select nspowner::regrole::text as owner from pg_namespace where nspname = ${schema ?? ''}`
  if (found) await sql`set role ${sql(found.owner)}`
}

const indexFiles = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.replace(/\.sql$/, ''))
    .sort()
