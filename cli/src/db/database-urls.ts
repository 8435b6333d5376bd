import { type DatabaseUrls, readDatabaseUrls } from '@silla/db'
import { readSettings } from '../config.ts'
import { CliError } from '../errors/report-error.ts'
import { findInDataFolder } from './find-data-folder.ts'

/** The admin role's URL: CLI_DATABASE_URL, else that of the database beside `npm start`. */
export const adminUrl = (): string => urlOf('adminUrl', 'cli', 'CLI_DATABASE_URL')

/** The migrator's URL: MIGRATOR_DATABASE_URL, else that of the database beside `npm start`. */
export const migratorUrl = (): string => urlOf('migratorUrl', 'migrator', 'MIGRATOR_DATABASE_URL')

/**
 * A URL that may make roles and databases: PREPARE_DATABASE_URL, else that of the database beside
 * `npm start`.
 */
export const setupUrl = (): string => urlOf('prepareUrl', 'prepare', 'PREPARE_DATABASE_URL')

function urlOf(
  setting: 'adminUrl' | 'migratorUrl' | 'prepareUrl',
  role: keyof DatabaseUrls,
  variable: string,
): string {
  const settings = readSettings()
  const url = settings[setting] ?? findInDataFolder(settings, readDatabaseUrls)?.[role]
  if (url === undefined) {
    throw new CliError(
      `No database: set ${variable}, or run npm start first (looked for ${settings.dataDir}/database.json).`,
    )
  }
  if (!isPostgresUrl(url)) {
    throw new CliError(
      `${variable} is not a URL like postgres://role:password@host:5432/silla (one host, no socket, no IPv6 address).`,
    )
  }
  return url
}

/** Where `npm start` keeps its things; null where it never ran. */
export const dataFolder = (): string | null =>
  findInDataFolder(readSettings(), (folder) => (readDatabaseUrls(folder) === null ? null : folder))

/**
 * Nor is one whose password has a % or an @ that is not written as %25 or %40, or whose host the
 * driver would take for another.
 */
function isPostgresUrl(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || !['postgres:', 'postgresql:'].includes(url.protocol)) return false
  try {
    const isOneHost = /^[\w.-]+$/.test(url.hostname) && !url.searchParams.has('host')
    return isOneHost && decodeURIComponent(url.username + url.password) !== ''
  } catch {
    return false
  }
}
