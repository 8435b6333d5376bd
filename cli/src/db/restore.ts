import { access, constants } from 'node:fs/promises'
import {
  emptyDatabase,
  knownMigrations,
  readRestored,
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
import { setupUrl } from './database-urls.ts'
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
}

/**
 * Restores a backup into a database without data, which is created and set up if it is missing. One
 * transaction writes everything: when it fails or is interrupted, the database has no data.
 *
 * @throws CliError if the backup cannot be read or belongs to a newer version, or the database has
 *   data or is in use
 */
export const restore = (file: string): Promise<Restored> =>
  untilInterrupted((stop) => restoreBackup(file, stop))

async function restoreBackup(file: string, stop: AbortSignal): Promise<Restored> {
  const prepareUrl = setupUrl()
  const target = { prepareUrl, database: targetDatabase(prepareUrl) }
  await assertReadable(file)
  const pgRestore = await findPgProgram('pg_restore', await serverVersion(target), stop)
  const migrations = await migrationsOf(pgRestore, file)
  assertNotNewer(file, migrations)
  await assertUnused(target)
  const login = await setup({ newPasswords: false })
  const contents = await underMigrationLock(target, async () => {
    await assertUnused(target)
    await emptyDatabase(target)
    await setupDatabase({ ...target, passwords: {} })
    await writeData(pgRestore, file, target)
    return readRestored(target)
  })
  if (contents === null)
    throw new CliError(`Another process migrates or restores the database ${target.database}.`)
  if (contents.migrations.sort().join() !== migrations.join())
    throw new CliError(`The database ${target.database} differs from the backup: restore it again.`)
  const { businesses, bookings, payments } = contents
  const pending = knownMigrations().filter((name) => !migrations.includes(name))
  return { ...login, businesses, bookings, payments, pending }
}

async function assertReadable(file: string): Promise<void> {
  try {
    await access(file, constants.R_OK)
  } catch (error) {
    throw new CliError(`Cannot read ${file} (${(error as NodeJS.ErrnoException).code}).`)
  }
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
  const { businesses, connections } = await restoreTarget(target)
  const { database } = target
  if (businesses > 0) {
    throw new CliError(
      `The database ${database} has ${pluralize(businesses, 'business')}. Restore into another ` +
        'database, by its name in PREPARE_DATABASE_URL, or rename this one first. Nothing was ' +
        'changed.',
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
