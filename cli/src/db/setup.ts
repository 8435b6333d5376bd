import { randomBytes } from 'node:crypto'
import { missingRoles, setupDatabase, targetDatabase } from '@silla/db'
import { setupUrl } from './database-urls.ts'

export interface SetupResult {
  database: string
  /** By the name of the variable that each program reads; with a password where it was made now. */
  urls: Record<string, string>
  /** The roles that got a password now. */
  renewed: string[]
}

/** Prepares the server's roles, database and schemas; roles that are new get a random password. */
export async function setup({ newPasswords }: { newPasswords: boolean }): Promise<SetupResult> {
  const url = setupUrl()
  const database = targetDatabase(url)
  const renewed = newPasswords ? [...roles] : await missingRoles(url)
  const passwords = Object.fromEntries(
    renewed.map((role) => [role, randomBytes(24).toString('base64url')]),
  )
  const made = await setupDatabase({ prepareUrl: url, database, passwords })
  return {
    database,
    renewed: renewed.map((role) => `silla_${role}`),
    urls: {
      MIGRATOR_DATABASE_URL: made.migrator,
      DATABASE_URL: made.api,
      LISTEN_DATABASE_URL: made.listen,
      WORKER_DATABASE_URL: made.worker,
      CLI_DATABASE_URL: made.cli,
    },
  }
}

const roles = ['migrator', 'api', 'worker', 'admin'] as const
