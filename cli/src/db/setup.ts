import { missingRoles, setupDatabase, targetDatabase } from '@silla/db'
import { setupUrl } from './database-urls.ts'
import { newPassword } from './new-password.ts'

export interface SetupResult {
  database: string
  /** By the name of the environment variable; with a password only if it is new. */
  urls: Record<string, string>
  /** The roles with a new password. */
  renewed: string[]
}

/** Sets up the roles, the database and its schemas; new roles get a random password. */
export async function setup({
  newPasswords,
  url = setupUrl(),
}: {
  newPasswords: boolean
  /** Default: that of the settings. */
  url?: string
}): Promise<SetupResult> {
  const database = targetDatabase(url)
  const renewed = newPasswords ? [...roles] : await missingRoles(url)
  const passwords = Object.fromEntries(renewed.map((role) => [role, newPassword()]))
  const created = await setupDatabase({ prepareUrl: url, database, passwords })
  return {
    database,
    renewed: renewed.map((role) => `silla_${role}`),
    urls: {
      MIGRATOR_DATABASE_URL: created.migrator,
      DATABASE_URL: created.api,
      LISTEN_DATABASE_URL: created.listen,
      WORKER_DATABASE_URL: created.worker,
      CLI_DATABASE_URL: created.cli,
    },
  }
}

const roles = ['migrator', 'api', 'worker', 'admin'] as const
