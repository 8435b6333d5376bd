import { type DatabaseUrls, parseDatabaseUrl, readDatabaseUrls } from '@silla/db'
import { readSettings } from '../config.ts'
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
  const url = settings[setting] ?? findInDataFolder(settings, readDatabaseUrls)?.[role]
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

/** The data folder of `npm start`; null if it never ran. */
export const dataFolder = (): string | null =>
  findInDataFolder(readSettings(), (folder) => (readDatabaseUrls(folder) === null ? null : folder))

/** False also for a password with an unencoded % or @. */
function isPostgresUrl(text: string): boolean {
  const url = parseDatabaseUrl(text)
  return url !== null && url.username + url.password !== ''
}
