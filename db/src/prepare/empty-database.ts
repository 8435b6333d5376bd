import { withDatabase, withServer } from './server.ts'

/**
 * Removes everything of ours from a database, and nothing else: the schemas of our owner go, the database and whatever others
 * keep in it stay. `prepareDatabase` and `migrate` make it anew. Does nothing when there is no such database.
 */
export async function emptyDatabase(ask: { prepareUrl: string; database: string }): Promise<void> {
  await withServer(ask.prepareUrl, async (server) => {
    const [found] = await server`select from pg_database where datname = ${ask.database}`
    if (!found) return
    await withDatabase(ask, (sql) =>
      sql.begin(async (tx) => {
        const schemas = await tx<{ name: string }[]>`
          select nspname as name from pg_namespace where nspowner = to_regrole('silla_owner')`
        if (schemas.length === 0) return
        await tx`set local role silla_owner`
        for (const schema of schemas) await tx`drop schema ${tx(schema.name)} cascade`
      }),
    )
  })
}
