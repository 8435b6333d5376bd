import {
  type DatabaseUrls,
  type Login,
  type LoginRole,
  listLogins,
  loginRoles,
  retireLogins,
  rotateLogins,
  targetDatabase,
} from '@silla/db'
import { setupUrl } from './database-urls.ts'
import { newPassword } from './new-password.ts'

/** The logins of the programs, of which each role has one, or two during a rotation. */
export const logins = (): Promise<Login[]> => listLogins(target())

/** A rotation that has begun. */
export interface Rotation {
  /** By the name of the environment variable, with the new login and password. */
  urls: Record<string, string>
  /** The logins that programs use now, which are retired at the end. */
  old: string[]
  new: string[]
}

/** @param roles default: all */
export async function rotatePasswords(roles: readonly LoginRole[]): Promise<Rotation> {
  const chosen = roles.length === 0 ? loginRoles : [...new Set(roles)]
  const { urls, ...names } = await rotateLogins({
    ...target(),
    passwords: Object.fromEntries(
      chosen.map((role) => [role.replace('silla_', ''), newPassword()]),
    ),
  })
  return {
    urls: Object.fromEntries(
      chosen.flatMap((role) =>
        variables[role].map(([variable, program]) => [variable, urls[program]]),
      ),
    ),
    ...names,
  }
}

/** @returns the logins that could be used until now */
export const retire = (options: { names: string[]; disconnect: boolean }): Promise<string[]> =>
  retireLogins({ ...target(), ...options })

/** The settings that have the URL of a role. */
const variables: Record<LoginRole, [string, keyof DatabaseUrls][]> = {
  silla_migrator: [['MIGRATOR_DATABASE_URL', 'migrator']],
  silla_api: [
    ['DATABASE_URL', 'api'],
    ['LISTEN_DATABASE_URL', 'listen'],
  ],
  silla_worker: [['WORKER_DATABASE_URL', 'worker']],
  silla_admin: [['CLI_DATABASE_URL', 'cli']],
}

function target() {
  const prepareUrl = setupUrl()
  return { prepareUrl, database: targetDatabase(prepareUrl) }
}
