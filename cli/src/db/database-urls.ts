import {
  type DatabaseUrls,
  formatHosts,
  parseDatabaseUrl,
  readDatabaseUrls,
  targetDatabase,
} from '@silla/db'
import { type CliSettings, readSettings } from '../config.ts'
import { CliError } from '../errors/report-error.ts'
import { findInDataFolder } from './find-data-folder.ts'

/** The URL of the admin role: CLI_DATABASE_URL, or that of the database of `npm start`. */
export const adminUrl = (): string => urlOf('adminUrl', 'cli', 'CLI_DATABASE_URL')

/** The URL of the migrator role: MIGRATOR_DATABASE_URL, or that of the database of `npm start`. */
export const migratorUrl = (): string => urlOf('migratorUrl', 'migrator', 'MIGRATOR_DATABASE_URL')

/**
 * The URL of a login that may create roles and databases: PREPARE_DATABASE_URL, or that of the
 * database of `npm start`.
 */
export const setupUrl = (): string => urlOf('prepareUrl', 'prepare', 'PREPARE_DATABASE_URL')

/** The URL of a login that may read all rows: BACKUP_DATABASE_URL, or else that of the setup. */
export const backupUrl = (): string =>
  readSettings().backupUrl === undefined
    ? setupUrl()
    : urlOf('backupUrl', 'prepare', 'BACKUP_DATABASE_URL')

/**
 * The URL of the admin role of the deployment that a salon moves to: RECEIVER_DATABASE_URL.
 *
 * @throws CliError when it is not set, or no URL of a database
 */
export function receiverUrl(): string {
  const { receiverUrl: url } = readSettings()
  if (url !== undefined && isPostgresUrl(url)) return url
  throw new CliError(
    `RECEIVER_DATABASE_URL is ${url === undefined ? 'not set' : 'not valid'}: the URL of the admin role of the other ` +
      'deployment, such as postgres://silla_admin:password@host:5432/silla.',
  )
}

/** The database of a URL as people read it: `silla at db.example:5432`. */
export const databaseName = (url: string): string =>
  `${targetDatabase(url)} at ${formatHosts(parseDatabaseUrl(url)?.hosts ?? [])}`

/** Whether backups and restores are those of the database of `npm start`. */
export function isDemoDatabase(): boolean {
  const { backupUrl, prepareUrl } = readSettings()
  return backupUrl === undefined && prepareUrl === undefined
}

function urlOf(
  setting: 'adminUrl' | 'migratorUrl' | 'prepareUrl' | 'backupUrl',
  role: keyof DatabaseUrls,
  variable: string,
): string {
  const settings = readSettings()
  const url = settings[setting] ?? demoUrl(settings, role, variable)
  if (url === undefined) {
    throw new CliError(
      `No database: set ${variable}, or run npm start first (${settings.dataDir}/database.json ` +
        'was not found).',
    )
  }
  if (!isPostgresUrl(url)) {
    throw new CliError(
      `Invalid ${variable}: expected a URL such as postgres://role:password@host:5432/silla.`,
    )
  }
  return url
}

/**
 * The URL of the database of `npm start`; undefined if it never ran.
 * @throws CliError when another variable names another database: the command would change this one
 */
function demoUrl(
  settings: CliSettings,
  role: keyof DatabaseUrls,
  variable: string,
): string | undefined {
  const url = findInDataFolder(settings, readDatabaseUrls)?.[role]
  if (url === undefined) return undefined
  for (const [setting, other] of otherVariables) {
    const named = settings[setting]
    if (named === undefined || !isPostgresUrl(named)) continue
    if (databaseName(named) !== databaseName(url))
      throw new CliError(
        `${other} names ${databaseName(named)}, and ${variable} is not set: set it to the URL of ` +
          `the same database. That of npm start, ${databaseName(url)}, is used only without ${other}.`,
      )
  }
  return url
}

const otherVariables = [
  ['adminUrl', 'CLI_DATABASE_URL'],
  ['migratorUrl', 'MIGRATOR_DATABASE_URL'],
  ['prepareUrl', 'PREPARE_DATABASE_URL'],
  ['backupUrl', 'BACKUP_DATABASE_URL'],
] as const

/** The data folder of `npm start`; null if it never ran. */
export const dataFolder = (): string | null =>
  findInDataFolder(readSettings(), (folder) => (readDatabaseUrls(folder) === null ? null : folder))

/** False also for a password with an unencoded % or @. */
function isPostgresUrl(text: string): boolean {
  const url = parseDatabaseUrl(text)
  return url !== null && url.username + url.password !== ''
}
