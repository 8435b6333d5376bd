import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { mapDbErrors } from './db-errors.ts'
import { installGraphileWorker } from './install-graphile-worker.ts'
import { openPool, type Sql } from './pool.ts'
import { SetupError } from './setup-error.ts'
import { begin } from './transaction.ts'

const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url))
const functionsFolder = fileURLToPath(new URL('../functions', import.meta.url))

/** What was new, by file name. */
export interface Migrated {
  applied: string[]
  functions: string[]
}

/**
 * Brings a prepared database up to date: the worker's jobs, then the functions whose text changed,
 * then the migrations that have not run. Safe to run twice and from two processes at once: one
 * waits for the other.
 *
 * @param migratorUrl a connection as silla_migrator
 * @param onWait hears that another process is at it
 * @throws SetupError when a newer Silla has migrated the database: nothing is touched, our
 *   functions would not fit its tables
 */
export async function migrate(migratorUrl: string, onWait?: () => void): Promise<Migrated> {
  const lock = openPool({ url: migratorUrl, max: 1, name: 'silla-migrate-lock' })
  try {
    // a transaction keeps it: a lock of the session would stay with a pooler, and nobody could
    // migrate any more
    return await begin(lock, async (tx) => {
      const [free] = await tx<
        { ours: boolean }[]
      >`select pg_try_advisory_xact_lock(${migrationLock}) as ours`
      if (!free?.ours) {
        onWait?.()
        await tx`select pg_advisory_xact_lock(${migrationLock})`
      }
      return migrateAlone(migratorUrl)
    })
  } finally {
    await lock.end()
  }
}

async function migrateAlone(migratorUrl: string): Promise<Migrated> {
  const sql = openPool({ url: migratorUrl, max: 1, name: 'silla-migrate' })
  try {
    const before = await appliedMigrations(sql)
    refuseNewer(before)
    await installGraphileWorker(sql, migratorUrl)
    const functions = await replaceFunctions(sql)
    await runMigrations(migratorUrl)
    const after = await appliedMigrations(sql)
    return { applied: after.filter((name) => !before.includes(name)), functions }
  } finally {
    await sql.end()
  }
}

function refuseNewer(applied: readonly string[]): void {
  const known = knownMigrations()
  const unknown = applied.filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    throw new SetupError(
      `The database belongs to a newer Silla (${unknown.join(', ')}): update this one.`,
    )
  }
}

/** The migrations that this code knows, in order. */
export const knownMigrations = (): string[] =>
  readdirSync(migrationsFolder)
    .filter((file) => file.endsWith('.sql'))
    .sort()

/**
 * How a database stands to this code: `unknown` ones come from a newer Silla. Works with any of our
 * roles.
 *
 * @throws SERVICE_UNAVAILABLE when the database is down or hangs
 */
export async function migrationStatus(
  sql: Sql,
): Promise<{ applied: string[]; pending: string[]; unknown: string[]; holdsDemo: boolean }> {
  const question = () => sql<{ appliedMigrations: string[]; holdsDemo: boolean }[]>`
    select applied_migrations, holds_demo from registry.deployment_state()`
  const [state] = await mapDbErrors(async () => await question())
  const applied = state?.appliedMigrations ?? []
  const known = knownMigrations()
  return {
    applied,
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
    holdsDemo: state?.holdsDemo ?? false,
  }
}

/**
 * Functions of the database that are not made from the text that this code has, by name: an older
 * Silla's or a newer one's. As silla_admin, in a database that has been migrated.
 */
export async function foreignFunctions(sql: Sql): Promise<string[]> {
  const rows = await sql<
    { name: string; hash: string }[]
  >`select name, hash from registry.applied_functions()`
  const made = new Map(rows.map(({ name, hash }) => [name, hash]))
  return functionFiles()
    .filter(({ name, hash }) => made.get(name) !== hash)
    .map(({ name }) => name)
}

/** Any number will do, as long as every migrator takes the same. */
const migrationLock = 7_455_201

const versionTableName = 'registry.migrations_version'
const appliedMigrationsTableName = 'registry.migrations_applied'

async function runMigrations(migratorUrl: string) {
  const { applyMigrations, connect } = migrationTool()
  const connection = connect({ connectionString: migratorUrl, poolSize: 1, bigIntMode: 'number' })
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

/** CommonJS, and a tenth of a second to load: whoever only asks for the status goes without it. */
function migrationTool(): typeof import('@databases/pg-migrations') {
  return createRequire(import.meta.url)('@databases/pg-migrations')
}

async function appliedMigrations(sql: Sql): Promise<string[]> {
  const [table] = await sql<
    { found: boolean }[]
  >`select to_regclass(${appliedMigrationsTableName}) is not null as found`
  if (!table?.found) return []
  const rows = await sql<{ name: string }[]>`
    select name from registry.migrations_applied where obsolete is not true order by index`
  return rows.map((row) => row.name)
}

/**
 * A function is dropped and made again when its file's text changed, so that a diff of the file is
 * a diff of the function.
 */
async function replaceFunctions(sql: Sql): Promise<string[]> {
  await sql`create table if not exists registry.functions_applied (
    name text not null, hash text not null, constraint functions_applied_pk primary key (name))`
  const applied = new Map(
    (
      await sql<{ name: string; hash: string }[]>`select name, hash from registry.functions_applied`
    ).map((row) => [row.name, row.hash]),
  )
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
    select p.oid::regprocedure::text as signature from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = ${schema} and p.proname = ${name}`
  await tx`set local role ${tx(ownerOf[schema] ?? 'silla_owner')}`
  for (const overload of overloads) await tx.unsafe(`drop function ${overload.signature}`)
  await tx.unsafe(file.text)
  await tx`set local role silla_owner`
  await tx`
    insert into registry.functions_applied (name, hash) values (${file.name}, ${file.hash})
    on conflict on constraint functions_applied_pk do update set hash = excluded.hash`
}

/** What is not the owner's own. */
const ownerOf: Record<string, string> = { jobs: 'silla_worker' }

interface FunctionFile {
  /** schema.function, which is also the file's name */
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
