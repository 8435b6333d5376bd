import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { formatDatabaseUrl } from '../database-url.ts'
import { readDatabaseUrl } from '../driver.ts'
import { otherDriverUrl } from '../other-driver-url.ts'
import type { Sql } from '../pool.ts'
import { SetupError } from '../setup-error.ts'
import { migrationTool } from './migration-tool.ts'

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url))

/** The migrations of this version, in order. */
export const knownMigrations = (folder = migrationsFolder): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()

/** A migration that ran. */
export interface AppliedMigration {
  name: string
  /** MD5 of its text. */
  hash: string
}

/** The migrations that ran, in order; none in an empty database. As silla_migrator. */
export async function appliedMigrations(sql: Sql): Promise<AppliedMigration[]> {
  const [table] = await sql<{ found: boolean }[]>`
    select to_regclass(${appliedMigrationsTableName}) is not null as found`
  if (!table?.found) return []
  return sql<AppliedMigration[]>`
    select name, md5(script) as hash from registry.migrations_applied
    where obsolete is not true order by index`
}

/**
 * Runs the migrations that have not run yet, each in a transaction of its own.
 *
 * A migration that waits for a lock makes all requests for that table wait behind it. So it waits
 * less than the deadline of a request, and is tried again: programs of the release before keep
 * serving during a migration.
 *
 * @param migratorUrl a connection as silla_migrator
 * @param onBlocked called before each further try
 * @throws SetupError if a lock is still held by others at the last try, or a migration fails. The
 *   migrations before it stay applied, and the next call goes on from there.
 */
export async function runMigrations(
  sql: Sql,
  migratorUrl: string,
  {
    onBlocked,
    folder = migrationsFolder,
  }: { onBlocked?: (() => void) | undefined; folder?: string },
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await applyPending(migratorUrl, folder)
    } catch (error) {
      if (!isLockTimeout(error)) throw await failureOf(error, { sql, folder })
      if (tries === maxTries) throw new SetupError(blockedMessage, { cause: error })
      onBlocked?.()
      await delay(pauseMilliseconds)
    }
  }
}

/** Between two tries of who waits for a lock, and how many there are. */
export const pauseMilliseconds = 1_000
export const maxTries = 30

const blockedMessage =
  `A migration needs a table that others have used without a pause in ${maxTries} tries: a long ` +
  'transaction may be open (pg_stat_activity shows it). The migrations before it are applied; run ' +
  'silla db migrate again.'

async function applyPending(migratorUrl: string, folder: string) {
  const { applyMigrations, connect, sql } = migrationTool()
  const pool = connect({ ...connectionTo(await otherDriverUrl(migratorUrl)), poolSize: 1 })
  try {
    await pool.task(async (connection) => {
      await connection.query(sql`set lock_timeout = '1s'`)
      await applyMigrations({
        connection,
        migrationsDirectory: folder,
        versionTableName: 'registry.migrations_version',
        appliedMigrationsTableName,
        logInfo: () => {},
        logWarning: () => {},
        logError: () => {},
      } as unknown as Parameters<typeof applyMigrations>[0])
    })
  } finally {
    await pool.dispose()
  }
}

/** The tool does not verify the server's certificate as the URL says, so these options do. */
function connectionTo(urlText: string) {
  const url = readDatabaseUrl(urlText)
  const sslmode = url.parameters.get('sslmode')
  const ssl = { require: { rejectUnauthorized: false }, 'verify-full': {} }[sslmode ?? '']
  if (ssl) for (const name of ['sslmode', 'uselibpqcompat']) url.parameters.delete(name)
  return {
    connectionString: formatDatabaseUrl(url),
    bigIntMode: 'number',
    ...(ssl && { ssl }),
  } as const
}

const appliedMigrationsTableName = 'registry.migrations_applied'

/** An error of a statement, with the migration that contains it; other errors as they are. */
async function failureOf(
  error: unknown,
  { sql, folder }: { sql: Sql; folder: string },
): Promise<unknown> {
  const { code, message } = error as { code?: string; message: string }
  if (!/^[0-9A-Z]{5}$/.test(code ?? '') || /^(08|57P)/.test(code ?? '')) return error
  const applied = (await appliedMigrations(sql)).map(({ name }) => name)
  const failed = knownMigrations(folder).find((name) => !applied.includes(name))
  return new SetupError(
    `The migration ${failed} failed and changed nothing: ${message.split('\n', 1)[0]} (${code}). ` +
      'The migrations before it are applied.',
    { cause: error },
  )
}

export const isLockTimeout = (error: unknown): boolean =>
  (error as { code?: string }).code === '55P03'

/**
 * The migrations that are not applied though later ones are: somebody has deleted their rows, or has applied others by
 * hand.
 */
export const skippedMigrations = (
  applied: readonly string[],
  known: readonly string[] = knownMigrations(),
): string[] => {
  const last = known.findLastIndex((name) => applied.includes(name))
  return known.slice(0, last + 1).filter((name) => !applied.includes(name))
}

/** What is wrong where migrations were skipped, and what to do. */
export const skippedMessage = (skipped: readonly string[]): [fault: string, advice: string] => [
  `registry.migrations_applied has no row of ${skipped.join(', ')}, and has those of later migrations.`,
  'If only rows were deleted, restore them as docs/operations.md says under "A migration without its row"; if a ' +
    'later migration was applied by hand, restore a backup.',
]

/** Whether every migration is applied, and none was edited afterwards. */
export function isCurrent(applied: readonly AppliedMigration[]): boolean {
  const known = knownMigrations()
  return (
    applied.length === known.length &&
    applied.every(({ name, hash }, index) => {
      if (name !== known[index]) return false
      const text = readFileSync(`${migrationsFolder}/${name}`, 'utf8')
      return createHash('md5').update(text).digest('hex') === hash
    })
  )
}
