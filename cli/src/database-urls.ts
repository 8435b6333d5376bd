import { dirname, resolve } from 'node:path'
import { type DatabaseUrls, readDatabaseUrls } from '@silla/db'
import { type CliSettings, readSettings } from './config.ts'
import { Problem } from './problem.ts'

/** The admin role's URL: CLI_DATABASE_URL, else that of the database beside `npm start`. */
export const adminUrl = (): string => urlOf('adminUrl', 'cli', 'CLI_DATABASE_URL')

/** The migrator's URL: MIGRATOR_DATABASE_URL, else that of the database beside `npm start`. */
export const migratorUrl = (): string => urlOf('migratorUrl', 'migrator', 'MIGRATOR_DATABASE_URL')

/** A URL that may make roles and databases: PREPARE_DATABASE_URL, else that of the database beside `npm start`. */
export const prepareUrl = (): string => urlOf('prepareUrl', 'prepare', 'PREPARE_DATABASE_URL')

function urlOf(setting: 'adminUrl' | 'migratorUrl' | 'prepareUrl', role: keyof DatabaseUrls, variable: string): string {
  const settings = readSettings()
  const url = settings[setting] ?? foundUrls(settings)?.[role]
  if (url === undefined) {
    throw new Problem(
      `No database: set ${variable}, or run npm start first (looked for ${settings.dataDir}/database.json).`,
    )
  }
  if (!URL.canParse(url)) throw new Problem(`${variable} is not a URL like postgres://role:password@host:5432/silla.`)
  return url
}

/** Where `npm start` keeps its things; null where it never ran. */
export function dataFolder({ dataDir }: CliSettings = readSettings()): string | null {
  return foldersToLookIn(dataDir).find((folder) => readDatabaseUrls(folder) !== null) ?? null
}

function foundUrls(settings: CliSettings): DatabaseUrls | null {
  const folder = dataFolder(settings)
  return folder === null ? null : readDatabaseUrls(folder)
}

/** From the current folder upwards, then in the folder that holds this program. */
const foldersToLookIn = (dataDir: string): string[] =>
  [...foldersUpwards(process.cwd()), resolve(import.meta.dirname, '../..')].map((folder) => resolve(folder, dataDir))

function foldersUpwards(folder: string): string[] {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...foldersUpwards(parent)]
}
