import { owningRoles } from './roles.ts'
import { withDatabase, withServer } from './server.ts'

/**
 * Removes everything of ours from a database, and nothing else: our schemas go, the database and
 * whatever others keep in it stay. `setupDatabase` and `migrate` make it anew. Does nothing when
 * there is no such database.
 */
export async function emptyDatabase(input: {
  prepareUrl: string
  database: string
}): Promise<void> {
  await withServer(input.prepareUrl, async (server) => {
    const [found] = await server`select from pg_database where datname = ${input.database}`
    if (!found) return
    await withDatabase(input, (sql) =>
      sql.begin(async (tx) => {
        const schemas = await tx<{ name: string; owner: string }[]>`
          select nspname as name, nspowner::regrole::text as owner from pg_namespace
          where nspowner::regrole::text = any (${[...owningRoles]})`
        for (const { name, owner } of schemas) {
          await tx`set local role ${tx(owner)}`
          await tx`drop schema ${tx(name)} cascade`
        }
      }),
    )
  })
}
