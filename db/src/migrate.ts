import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { settleNodes } from './cluster/settle-nodes.ts'
import { mapDbErrors } from './db-errors.ts'
import { installGraphileWorker } from './install-graphile-worker.ts'
import { otherDriverUrl } from './other-driver-url.ts'
import { openPool, type Sql } from './pool.ts'
import { SetupError } from './setup-error.ts'
import { begin } from './transaction.ts'

const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url))
const functionsFolder = fileURLToPath(new URL('../functions', import.meta.url))

/** What `migrate` applied, by file name. */
export interface MigrationResult {
  applied: string[]
  functions: string[]
}

/**
 * Brings a database that is set up to the current schema: graphile-worker's tables, then the
 * functions whose source changed, then the migrations that have not run, then what the other nodes of
 * a Citus cluster need. Safe to run twice and from two processes at once: one waits for the other.
 *
 * @param migratorUrl a connection as silla_migrator
 * @param onWait called if another process is migrating the database
 * @throws SetupError if a newer version of Silla migrated the database. Nothing is changed then,
 *   because our functions would not match its tables.
 */
export async function migrate(migratorUrl: string, onWait?: () => void): Promise<MigrationResult> {
  const lockConnection = openPool({ url: migratorUrl, max: 1, name: 'silla-migrate-lock' })
  try {
    // The lock belongs to a transaction: a session lock would stay with a pooler's connection and
    // block all later migrations.
    return await begin(lockConnection, async (tx) => {
      const [lock] = await tx<{ acquired: boolean }[]>`
        select pg_try_advisory_xact_lock(${migrationLock}) as acquired`
      if (!lock?.acquired) {
        onWait?.()
        await tx`select pg_advisory_xact_lock(${migrationLock})`
      }
      return migrateLocked(migratorUrl)
    })
  } finally {
    await lockConnection.end()
  }
}

async function migrateLocked(migratorUrl: string): Promise<MigrationResult> {
  const sql = openPool({ url: migratorUrl, max: 1, name: 'silla-migrate' })
  try {
    const applied = await appliedMigrations(sql)
    const before = applied.map(({ name }) => name)
    assertNotNewer(before)
    await installGraphileWorker(sql, migratorUrl)
    const functions = await replaceFunctions(sql)
    if (!isCurrent(applied)) await runMigrations(migratorUrl)
    await settleNodes(sql)
    const after = (await appliedMigrations(sql)).map(({ name }) => name)
    return { applied: after.filter((name) => !before.includes(name)), functions }
  } finally {
    await sql.end()
  }
}

function assertNotNewer(applied: readonly string[]): void {
  const known = knownMigrations()
  const unknown = applied.filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    throw new SetupError(
      `The database belongs to a newer Silla (${unknown.join(', ')}): update this one.`,
    )
  }
}

/** The migrations of this version, in order. */
export const knownMigrations = (): string[] =>
  readdirSync(migrationsFolder)
    .filter((file) => file.endsWith('.sql'))
    .sort()

/** The state of a database, as far as it decides whether this version can serve from it. */
export interface MigrationStatus {
  applied: string[]
  pending: string[]
  /** Those of a newer version. */
  unknown: string[]
  /** It holds demo businesses, whose keys are public (D8). */
  holdsDemo: boolean
  /** It is a standby, or its transactions are read-only by default. */
  isReadOnly: boolean
}

/**
 * Compares the database's migrations with those of this version. Works with any of our roles.
 *
 * @throws SERVICE_UNAVAILABLE when the database is down or hangs
 */
export async function migrationStatus(sql: Sql): Promise<MigrationStatus> {
  // a standby sets transaction_read_only too
  const query = () => sql<DeploymentState[]>`
    select applied_migrations, holds_demo,
      current_setting('transaction_read_only') = 'on' as is_read_only
    from registry.deployment_state()`
  const [state] = await mapDbErrors(async () => await query())
  const applied = state?.appliedMigrations ?? []
  const known = knownMigrations()
  return {
    applied,
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
    holdsDemo: state?.holdsDemo ?? false,
    isReadOnly: state?.isReadOnly ?? false,
  }
}

interface DeploymentState {
  appliedMigrations: string[]
  holdsDemo: boolean
  isReadOnly: boolean
}

/**
 * Names of the functions whose source in the database differs from this version's: an older or a
 * newer version of Silla created them. As silla_admin, in a database that has been migrated.
 */
export async function mismatchedFunctions(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string; hash: string }[]>`
    select name, hash from registry.applied_functions()`
  const applied = new Map(rows.map(({ name, hash }) => [name, hash]))
  return functionFiles()
    .filter(({ name, hash }) => applied.get(name) !== hash)
    .map(({ name }) => name)
}

/** The advisory lock of who changes the schema: an arbitrary number that all processes share. */
export const migrationLock = 7_455_201

const versionTableName = 'registry.migrations_version'
const appliedMigrationsTableName = 'registry.migrations_applied'

async function runMigrations(migratorUrl: string) {
  const { applyMigrations, connect } = migrationTool()
  const connectionString = await otherDriverUrl(migratorUrl)
  const connection = connect({ connectionString, poolSize: 1, bigIntMode: 'number' })
  try {
    await applyMigrations({
      connection,
      migrationsDirectory: migrationsFolder,
      versionTableName,
      appliedMigrationsTableName,
      logInfo: () => {},
      logWarning: () => {},
      logError: () => {},
    } as Parameters<typeof applyMigrations>[0])
  } finally {
    await connection.dispose()
  }
}

/**
 * A CommonJS module that takes a tenth of a second to load, so only `migrate` loads it, and only to
 * apply migrations or to report those that were edited.
 */
function migrationTool(): typeof import('@databases/pg-migrations') {
  return createRequire(import.meta.url)('@databases/pg-migrations')
}

interface Migration {
  name: string
  /** MD5 of its text. */
  hash: string
}

async function appliedMigrations(sql: Sql): Promise<Migration[]> {
  const [table] = await sql<{ found: boolean }[]>`
    select to_regclass(${appliedMigrationsTableName}) is not null as found`
  if (!table?.found) return []
  return sql<Migration[]>`
    select name, md5(script) as hash from registry.migrations_applied
    where obsolete is not true order by index`
}

/** Whether every migration is applied, and none was edited afterwards. */
function isCurrent(applied: readonly Migration[]): boolean {
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

/**
 * Drops and recreates each function whose file has changed. A function whose file is gone is not
 * dropped; a migration must do that.
 */
async function replaceFunctions(sql: Sql): Promise<string[]> {
  await sql`create table if not exists registry.functions_applied (
    name text not null, hash text not null, constraint functions_applied_pk primary key (name))`
  const rows = await sql<{ name: string; hash: string }[]>`
    select name, hash from registry.functions_applied`
  const applied = new Map(rows.map((row) => [row.name, row.hash]))
  const changed = functionFiles().filter((file) => applied.get(file.name) !== file.hash)
  if (changed.length > 0)
    await begin(sql, async (tx) => {
      for (const file of changed) await replaceFunction(tx, file)
    })
  return changed.map((file) => file.name)
}

async function replaceFunction(tx: Sql, file: FunctionFile) {
  const [schema, name] = file.name.split('.') as [string, string]
  const overloads = await tx<{ signature: string }[]>`
    select p.oid::regprocedure::text as signature
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = ${schema} and p.proname = ${name}`
  await tx`set local role ${tx(ownerOf[schema] ?? 'silla_owner')}`
  for (const overload of overloads) await tx.unsafe(`drop function ${overload.signature}`)
  await tx.unsafe(file.text)
  await tx`set local role silla_owner`
  await tx`
    insert into registry.functions_applied (name, hash) values (${file.name}, ${file.hash})
    on conflict on constraint functions_applied_pk do update set hash = excluded.hash`
}

/** The owner of a schema's functions, where it is not silla_owner. */
const ownerOf: Record<string, string> = { jobs: 'silla_worker' }

interface FunctionFile {
  /** schema.function, as in the file name */
  name: string
  text: string
  hash: string
}

const functionFiles = (): FunctionFile[] =>
  readdirSync(functionsFolder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const text = readFileSync(`${functionsFolder}/${file}`, 'utf8')
      return {
        name: file.replace(/\.sql$/, ''),
        text,
        hash: createHash('sha256').update(text).digest('hex'),
      }
    })
