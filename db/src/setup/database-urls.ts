import { type DatabaseUrl, formatDatabaseUrl, parseDatabaseUrl } from '../database-url.ts'
import { SetupError } from '../setup-error.ts'
import type { LoginRole, RolePasswords } from './roles.ts'

/** The database URL of each program; each program knows only its own role. */
export interface DatabaseUrls {
  prepare: string
  migrator: string
  api: string
  worker: string
  cli: string
  /** the api role again, for the LISTEN connection */
  listen: string
}

/**
 * The database of a prepare URL: the one it names, or `silla` if it names none or only a
 * maintenance database.
 */
export function targetDatabase(prepareUrl: string): string {
  const name = readUrl(prepareUrl).database
  return ['', 'postgres', 'template1'].includes(name) ? 'silla' : name
}

/**
 * The URLs of our roles on the server of the prepare URL. A role without a password gets a URL
 * without one.
 */
export function databaseUrls(options: {
  prepareUrl: string
  database: string
  passwords: RolePasswords
  /** The logins of roles that have another one than the role itself. */
  logins?: Partial<Record<LoginRole, string>>
}): DatabaseUrls {
  const { prepareUrl, database, passwords, logins = {} } = options
  const urlOf = (role: LoginRole, password: string | undefined) =>
    urlFor(prepareUrl, { database, role: logins[role] ?? role, password })
  const api = urlOf('silla_api', passwords.api)
  return {
    prepare: urlFor(prepareUrl, { database }),
    migrator: urlOf('silla_migrator', passwords.migrator),
    api,
    worker: urlOf('silla_worker', passwords.worker),
    cli: urlOf('silla_admin', passwords.admin),
    listen: api,
  }
}

/** The prepare URL with another database and, if given, another login. */
export function urlFor(
  prepareUrl: string,
  to: { database: string; role?: string; password?: string | undefined },
): string {
  const url = readUrl(prepareUrl)
  const login = to.role === undefined ? {} : { username: to.role, password: to.password ?? '' }
  return formatDatabaseUrl({ ...url, ...login, database: to.database })
}

/** @throws SetupError if it is not the URL of a PostgreSQL server */
export function readUrl(prepareUrl: string): DatabaseUrl {
  const url = parseDatabaseUrl(prepareUrl)
  if (url === null) {
    throw new SetupError(
      'PREPARE_DATABASE_URL must look like postgres://login:password@host:5432/database.',
    )
  }
  return url
}
