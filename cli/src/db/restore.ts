import { once } from 'node:events'
import { access, constants, stat } from 'node:fs/promises'
import {
  dropDatabase,
  emptyDatabase,
  isCopyFile,
  knownMigrations,
  migrate,
  readCopyFile,
  readRestored,
  replaceDatabase,
  restoreData,
  restoreTarget,
  serverVersion,
  setupDatabase,
  targetDatabase,
  underMigrationLock,
  urlFor,
} from '@silla/db'
import { CliError } from '../errors/report-error.ts'
import { pluralize } from '../format/pluralize.ts'
import { backedUpSchemas } from './backup.ts'
import { isDemoDatabase, migratorUrl, setupUrl } from './database-urls.ts'
import { findPgProgram, type PgProgram } from './pg-program.ts'
import { type SetupResult, setup } from './setup.ts'
import { untilInterrupted } from './until-interrupted.ts'

/** What was restored, and what is left to do. */
export interface Restored extends SetupResult {
  businesses: number
  bookings: number
  payments: number
  /** Migrations of this version that the backup does not have. */
  pending: string[]
  /** With --replace: the name of the database that was there before. */
  keptAs: string | null
}

/**
 * Restores a backup into a database without data, which is created and set up if it is missing. One
 * transaction writes everything: when it fails or is interrupted, the database has no data.
 *
 * @param replace the database of `npm start` is kept under another name, and what was restored takes its
 *   place, also while it runs
 * @throws CliError if the backup cannot be read or belongs to a newer version, or the database has
 *   data, is in use or is that of a cluster
 */
export const restore = (file: string, { replace }: { replace: boolean }): Promise<Restored> =>
  untilInterrupted('The restore was interrupted. Nothing was changed.', (stop) =>
    replace ? restoreInPlace(file, stop) : restoreBackup(file, setupUrl(), stop),
  )

/** @throws CliError when the settings name a server */
async function restoreInPlace(file: string, stop: AbortSignal): Promise<Restored> {
  if (!isDemoDatabase())
    throw new CliError(
      '--replace is for the database of npm start. Rename the old database, and restore without it.',
    )
  const prepareUrl = setupUrl()
  const database = targetDatabase(prepareUrl)
  const replacement = `${database}_restored`
  await dropDatabase({ prepareUrl, database: replacement })
  const url = urlFor(prepareUrl, { database: replacement })
  let restored: Restored
  try {
    restored = await restoreBackup(file, url, stop)
    stop.throwIfAborted()
  } catch (error) {
    await dropDatabase({ prepareUrl, database: replacement, disconnect: true })
    stop.throwIfAborted()
    throw error
  }
  const keptAs = `${database}_before_${new Date().toISOString().replace(/\.\d+Z|[-:T]/g, '')}`
  await replaceDatabase({ prepareUrl, database, replacement, previousDatabase: keptAs })
  const urls = Object.entries(restored.urls).map(([name, of]) => [name, urlFor(of, { database })])
  return { ...restored, database, urls: Object.fromEntries(urls), keptAs }
}

async function restoreBackup(
  file: string,
  prepareUrl: string,
  stop: AbortSignal,
): Promise<Restored> {
  const target = { prepareUrl, database: targetDatabase(prepareUrl) }
  await assertReadable(file)
  const backup = (await isCopyFile(file))
    ? await openCopy(file, stop)
    : await openDump(file, await serverVersion(target), stop)
  const { migrations } = backup
  assertNotNewer(file, migrations)
  await assertUnused(target)
  stop.throwIfAborted()
  const login = await setup({ newPasswords: false, url: prepareUrl })
  assertNotInterrupted(target, stop)
  await Promise.race([backup.prepare(target, login), once(stop, 'abort')])
  assertNotInterrupted(target, stop)
  const contents = await underMigrationLock(target, async () => {
    await assertUnused(target)
    await backup.write(target)
    return readRestored(target)
  })
  if (contents === null)
    throw new CliError(`Another process migrates or restores the database ${target.database}.`)
  if (contents.migrations.sort().join() !== migrations.join())
    throw new CliError(`The database ${target.database} differs from the backup: restore it again.`)
  const { businesses, bookings, payments } = contents
  const pending = knownMigrations().filter((name) => !migrations.includes(name))
  return { ...login, businesses, bookings, payments, pending, keptAs: null }
}

interface Target {
  prepareUrl: string
  database: string
}

/** One kind of backup. */
interface OpenBackup {
  /** Names of its migrations, sorted. */
  migrations: string[]
  /** Before the lock of migrations is taken. An interruption does not wait for it. */
  prepare(target: Target, login: SetupResult): Promise<void>
  write(target: Target): Promise<void>
}

/** A file of pg_dump, which makes the tables as well. */
async function openDump(file: string, version: number, stop: AbortSignal): Promise<OpenBackup> {
  const pgRestore = await findPgProgram('pg_restore', version, stop)
  return {
    migrations: await migrationsOf(pgRestore, file),
    async prepare() {},
    async write(target) {
      await emptyDatabase(target)
      await setupDatabase({ ...target, passwords: {} })
      await writeData(pgRestore, file, target)
    },
  }
}

/** A copy of the rows, for which this version makes the tables. */
async function openCopy(file: string, stop: AbortSignal): Promise<OpenBackup> {
  const fail = (error: Error): never => {
    throw new CliError(`${file} cannot be restored: ${error.message}.`)
  }
  const migrations = await readCopyFile(file, async ({ header }) => header.migrations).catch(fail)
  return {
    migrations: migrations.sort(),
    async prepare(target, { urls, renewed }) {
      const missing = knownMigrations().filter((name) => !migrations.includes(name))
      if (missing.length > 0)
        throw new CliError(
          `${file} was made by an older version of Silla, without ${missing.join(', ')}: restore it ` +
            'with that version, and upgrade.',
        )
      const { database } = target
      const isNew = renewed.includes('silla_migrator')
      await migrate(
        isNew ? (urls.MIGRATOR_DATABASE_URL ?? '') : urlFor(migratorUrl(), { database }),
      )
    },
    write: (target) =>
      restoreData(urlFor(target.prepareUrl, target), file, stop).catch((error) => {
        assertNotInterrupted(target, stop)
        return fail(error)
      }),
  }
}

/** Between the steps of a restore, of which the last one writes the data. @throws CliError */
function assertNotInterrupted({ database }: Target, stop: AbortSignal): void {
  if (stop.aborted)
    throw new CliError(
      `The restore was interrupted. The database ${database} is set up and has no data.`,
    )
}

async function assertReadable(file: string): Promise<void> {
  try {
    await access(file, constants.R_OK)
  } catch (error) {
    throw new CliError(`Cannot read ${file} (${(error as NodeJS.ErrnoException).code}).`)
  }
  const found = await stat(file)
  if (found.isDirectory()) throw new CliError(`${file} is a folder: pass the file of the backup.`)
  if (found.size === 0) throw new CliError(`${file} is empty: it is not a backup.`)
}

async function writeData(
  pgRestore: PgProgram,
  file: string,
  { prepareUrl, database }: { prepareUrl: string; database: string },
): Promise<void> {
  try {
    const schemas = backedUpSchemas.map((schema) => `--schema=${schema}`)
    const args = ['--single-transaction', '--exit-on-error', ...schemas, file]
    await pgRestore.run(args, urlFor(prepareUrl, { database }))
  } catch (error) {
    throw new CliError(
      `Nothing was restored: ${(error as Error).message} The database ${database} is set up and ` +
        'has no data.',
    )
  }
}

/** Names of the migrations that the backup contains, read from the table in which they are recorded. */
async function migrationsOf(pgRestore: PgProgram, file: string): Promise<string[]> {
  const script = await pgRestore
    .run(['--data-only', '--schema=registry', '--table=migrations_applied', '--file=-', file])
    .catch((error: Error) => {
      throw new CliError(`${file} cannot be restored: ${error.message}`)
    })
  const [, names = '', rows] =
    /^COPY registry\.migrations_applied \((.+)\) FROM stdin;\n([\s\S]*?)^\\\.$/m.exec(script) ?? []
  if (rows === undefined) throw new CliError(`${file} is not a backup of Silla.`)
  const columns = names.split(', ')
  return rows
    .split('\n')
    .filter((row) => row !== '')
    .map((row) => Object.fromEntries(row.split('\t').map((value, at) => [columns[at], value])))
    .filter(({ obsolete }) => obsolete !== 't')
    .map(({ name }) => name ?? '')
    .sort()
}

function assertNotNewer(file: string, migrations: readonly string[]): void {
  const known = knownMigrations()
  const unknown = migrations.filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    throw new CliError(
      `${file} was made by a newer version of Silla (${unknown.join(', ')}): restore it with that ` +
        'version. Nothing was changed.',
      { unknown },
    )
  }
}

async function assertUnused(target: { prepareUrl: string; database: string }): Promise<void> {
  const { businesses, connections, isCluster } = await restoreTarget(target)
  const { database } = target
  if (businesses > 0) {
    throw new CliError(
      `The database ${database} has ${pluralize(businesses, 'business')}. Restore into another ` +
        'database, by its name in PREPARE_DATABASE_URL, or rename this one first. Nothing was ' +
        'changed.',
    )
  }
  if (isCluster) {
    throw new CliError(
      `The database ${database} is that of a Citus cluster, and a backup is restored on plain ` +
        'PostgreSQL alone. See docs/scaling.md, "Backups of a cluster". Nothing was changed.',
    )
  }
  if (connections.length > 0) {
    const names = [...new Set(connections.filter(Boolean))].sort().join(', ')
    throw new CliError(
      `The database ${database} has ${pluralize(connections.length, 'connection')}` +
        `${names && ` (${names})`}. Stop the API, the worker and other programs that use it. ` +
        'Nothing was changed.',
    )
  }
}
