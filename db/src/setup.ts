import { createDatabase, grantConnections } from './setup/database.ts'
import { type DatabaseUrls, databaseUrls } from './setup/database-urls.ts'
import { applyRoleSettings } from './setup/role-settings.ts'
import { createRoles, type RolePasswords } from './setup/roles.ts'
import { createSchemas } from './setup/schemas.ts'
import { withDatabase, withServer } from './setup/server.ts'

/**
 * Makes what migrations take for granted: the roles, the database with btree_gist, the schemas
 * `app` and `registry`, and each role's settings there. Looks before it changes, so that a database
 * already prepared is left as it is; several processes at once wait for each other. A superuser may
 * do it, and so may a login with only CREATEROLE and CREATEDB (PostgreSQL 15 to 18).
 *
 * @param options.setupUrl a connection allowed to make roles and databases
 * @param options.database the database to prepare, see `targetDatabase`
 * @param options.passwords only these are set; a role without one keeps what it has
 * @returns the URL of each program's own role
 * @throws SetupError with a sentence for the operator
 */
export async function setupDatabase(options: {
  prepareUrl: string
  database: string
  passwords: RolePasswords
}): Promise<DatabaseUrls> {
  await withServer(options.prepareUrl, async (server) => {
    await createRoles(server, options.passwords)
    await createDatabase(server, options.database)
    await withDatabase(options, async (sql) => {
      await grantConnections(sql, options.database)
      await applyRoleSettings(sql, options.database)
      await createSchemas(sql)
    })
  })
  return databaseUrls(options)
}
