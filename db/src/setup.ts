import { hasCitus } from './cluster/has-citus.ts'
import { createDatabase, grantConnections } from './setup/database.ts'
import { type DatabaseUrls, databaseUrls } from './setup/database-urls.ts'
import { presentLogins, refreshLogins } from './setup/logins.ts'
import { applyRoleSettings } from './setup/role-settings.ts'
import { assertSafeRoles, createRoles, type RolePasswords } from './setup/roles.ts'
import { createSchemas } from './setup/schemas.ts'
import { withDatabase, withServer } from './setup/server.ts'

/**
 * Creates what migrations need: the roles, the database with btree_gist, the schemas `app`,
 * `registry` and `jobs`, and each role's settings there. It changes only what is missing, so a
 * database that is set up already stays as it is; concurrent processes wait for each other. It
 * needs a superuser, or a login with only CREATEROLE and CREATEDB (PostgreSQL 15 to 18).
 *
 * @param options.prepareUrl a connection that may create roles and databases
 * @param options.database the database to set up, see `targetDatabase`
 * @param options.passwords only these are set, and end all other logins of these roles; a role without
 *   one keeps its logins
 * @returns the URL of each program's own login
 * @throws SetupError with a sentence for the operator
 */
export async function setupDatabase(options: {
  prepareUrl: string
  database: string
  passwords: RolePasswords
}): Promise<DatabaseUrls> {
  return withServer(options.prepareUrl, async (server) => {
    await assertSafeRoles(server)
    await createDatabase(server, options.database)
    return withDatabase(options, async (sql) => {
      const isCluster = await hasCitus(sql)
      await createRoles(sql, options.passwords, isCluster)
      await grantConnections(sql, options.database, isCluster)
      await applyRoleSettings(sql, options.database, isCluster)
      await refreshLogins(sql, isCluster)
      await createSchemas(sql)
      return databaseUrls({ ...options, logins: await presentLogins(sql) })
    })
  })
}

/** The login roles that do not exist yet. The caller of `setupDatabase` must choose passwords. */
export async function missingRoles(prepareUrl: string): Promise<(keyof RolePasswords)[]> {
  return withServer(prepareUrl, async (server) => {
    const rows = await server<{ rolname: string }[]>`
      select rolname from pg_roles where rolname like 'silla\\_%'`
    const existing = new Set(rows.map((row) => row.rolname))
    return (['migrator', 'api', 'worker', 'admin'] as const).filter(
      (role) => !existing.has(`silla_${role}`),
    )
  })
}
