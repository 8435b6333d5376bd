import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { copyData, readBackupSource, targetDatabase, urlFor } from '@silla/db'
import { CliError } from '../errors/report-error.ts'
import { backupUrl, isDemoDatabase } from './database-urls.ts'
import { findPgProgram } from './pg-program.ts'
import { untilInterrupted } from './until-interrupted.ts'

/** The schemas of Silla; whatever else is in the database belongs to somebody else. */
export const backedUpSchemas = ['app', 'registry', 'jobs'] as const

export interface Backup {
  database: string
  /** The path of the new file. */
  file: string
  bytes: number
  /** Older backups that were deleted. */
  deleted: string[]
}

/**
 * Writes a backup of all data into a folder, as pg_dump's custom format, or of the database of
 * `npm start`, whose server has no pg_dump, as a copy of the rows. The file gets its name when
 * it is complete, has been read back and is on the disk: whatever else is left is no backup.
 *
 * @param keep how many backups of this database to leave in the folder; null: all
 * @throws CliError if anything is missing or fails
 */
export const backup = (folder: string, keep: number | null): Promise<Backup> =>
  untilInterrupted('The backup was interrupted. No file was written.', (stop) =>
    writeBackup(folder, keep, stop),
  )

async function writeBackup(
  folder: string,
  keep: number | null,
  stop: AbortSignal,
): Promise<Backup> {
  const url = backupUrl()
  const database = targetDatabase(url)
  const databaseUrl = urlFor(url, { database })
  await assertFolder(folder)
  const { version, migrations } = await readBackupSource(databaseUrl)
  stop.throwIfAborted()
  if (migrations.length === 0)
    throw new CliError(`The database ${database} has no data of Silla: it was never migrated.`)
  const write = isDemoDatabase()
    ? (part: string) => copyData(databaseUrl, part, { schemas: backedUpSchemas, migrations, stop })
    : await dumpWith(databaseUrl, version, stop)
  const file = join(resolve(folder), fileName(database, new Date()))
  const bytes = await writeCompletely(file, write, stop)
  return { database, file, bytes, deleted: await deleteOld(folder, database, keep) }
}

async function dumpWith(databaseUrl: string, version: number, stop: AbortSignal) {
  const pgDump = await findPgProgram('pg_dump', version, stop)
  const pgRestore = await findPgProgram('pg_restore', version, stop)
  return async (part: string) => {
    await pgDump.run([...dumpOptions, `--file=${part}`], databaseUrl)
    await pgRestore.run(['--file=/dev/null', part])
  }
}

const dumpOptions = [
  '--format=custom',
  // a migration that runs meanwhile makes the backup fail instead of waiting without a limit
  '--lock-wait-timeout=60s',
  ...backedUpSchemas.map((schema) => `--schema=${schema}`),
]

/** `silla-20270106T031500Z.dump`: by name in order of time. */
const fileName = (database: string, now: Date) =>
  `${prefixOf(database)}${now.toISOString().replace(/\.\d+|[-:]/g, '')}.dump`

const prefixOf = (database: string) => `${database.replace(/[^\w.-]/g, '_')}-`

async function assertFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => null)
  if (!found?.isDirectory())
    throw new CliError(`There is no folder ${folder}. Create it first, on another disk.`)
}

/**
 * Lets `write` fill a file under a temporary name that only its owner can read, and renames it once
 * its content is on the disk. The temporary file is removed if anything fails.
 *
 * @returns the size of the file
 */
async function writeCompletely(
  file: string,
  write: (part: string) => Promise<void>,
  stop: AbortSignal,
): Promise<number> {
  const part = `${file}.part`
  try {
    await (await open(part, 'wx', 0o600)).close()
    await write(part)
    const bytes = await syncToDisk(part)
    stop.throwIfAborted()
    if ((await stat(file).catch(() => null)) !== null) throw new CliError(`${file} exists already.`)
    await rename(part, file)
    await syncToDisk(resolve(file, '..'))
    return bytes
  } catch (error) {
    await rm(part, { force: true }).catch(() => {})
    throw error instanceof CliError
      ? error
      : new CliError(`Cannot write ${file} (${(error as NodeJS.ErrnoException).code}).`)
  }
}

async function syncToDisk(path: string): Promise<number> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
    return (await handle.stat()).size
  } finally {
    await handle.close()
  }
}

/** Also what an interrupted backup of this database has left more than a day ago. */
async function deleteOld(folder: string, database: string, keep: number | null): Promise<string[]> {
  const name = new RegExp(`^${RegExp.escape(prefixOf(database))}\\d{8}T\\d{6}Z\\.dump(\\.part)?$`)
  const names = (await readdir(folder)).filter((each) => name.test(each)).sort()
  const backups = names.filter((each) => each.endsWith('.dump'))
  const old = keep === null ? [] : backups.slice(0, -keep)
  const abandoned = await Promise.all(
    names
      .filter((each) => each.endsWith('.part'))
      .map(async (each) => {
        const { mtimeMs } = await stat(join(folder, each))
        return Date.now() - mtimeMs > abandonedAfterMilliseconds ? [each] : []
      }),
  )
  for (const each of [...old, ...abandoned.flat()]) await rm(join(folder, each), { force: true })
  return old.map((each) => join(resolve(folder), each))
}

const abandonedAfterMilliseconds = 24 * 60 * 60 * 1000
