import { isClientBackend } from '../client-backend.ts'
import { hasCitus } from '../cluster/has-citus.ts'
import { migrationLock } from '../migrate/migration-lock.ts'
import { openPool, type Sql } from '../pool.ts'
import { begin } from '../transaction.ts'
import { urlFor } from './database-urls.ts'
import { withDatabase, withServer } from './server.ts'

interface Target {
  prepareUrl: string
  database: string
}

/** What a restore would overwrite or disturb. */
export interface RestoreTarget {
  /** Businesses in the database; 0 if it does not exist or was never migrated. */
  businesses: number
  /** Names of the programs that are connected to it, empty where the login may not see them. */
  connections: string[]
  /** It has the Citus extension: what is restored there would not be distributed. */
  isCluster: boolean
}

/** The major version of the server: 15. */
export const serverVersion = (target: Target): Promise<number> =>
  withServer(target.prepareUrl, majorVersion)

/** Reads the state of a database in which a backup is to be restored. */
export async function restoreTarget(target: Target): Promise<RestoreTarget> {
  const exists = await withServer(target.prepareUrl, async (server) => {
    const found = await server`select from pg_database where datname = ${target.database}`
    return found.length > 0
  })
  const nothing = { businesses: 0, connections: [], isCluster: false }
  return exists ? withDatabase(target, contentsOf) : nothing
}

async function contentsOf(sql: Sql): Promise<RestoreTarget> {
  const connections = await sql<{ name: string | null }[]>`
    select application_name as name from pg_stat_activity
    where datname = current_database() and ${isClientBackend(sql)}
      and pid <> pg_backend_pid() and application_name is distinct from ${lockName}`
  const { businesses } = await countRows(sql, { businesses: 'registry.businesses' })
  return {
    businesses,
    connections: connections.map(({ name }) => name ?? ''),
    isCluster: await hasCitus(sql),
  }
}

/**
 * Runs work under the lock of migrations, so that no migration and no second restore runs meanwhile.
 *
 * @returns null without running it if another process holds the lock
 */
export async function underMigrationLock<T>(
  target: Target,
  work: () => Promise<T>,
): Promise<T | null> {
  const url = urlFor(target.prepareUrl, { database: target.database })
  const sql = openPool({ url, max: 1, name: lockName })
  try {
    const [lock] = await sql<{ acquired: boolean }[]>`
      select pg_try_advisory_lock(${migrationLock}) as acquired`
    return lock?.acquired ? await work() : null
  } finally {
    await sql.end()
  }
}

/** What a restored database holds. */
export interface RestoredContents {
  migrations: string[]
  businesses: number
  bookings: number
  payments: number
}

/** Reads a database after a restore, and collects the statistics that its query plans need. */
export const readRestored = (target: Target): Promise<RestoredContents> =>
  withDatabase(target, async (sql) => {
    await sql`analyze`
    const counts = await countRows(sql, {
      businesses: 'registry.businesses',
      bookings: 'app.bookings',
      payments: 'app.payments',
    })
    return { ...counts, migrations: await appliedNames(sql) }
  })

/** What `readBackupSource` returns about the database that a backup is made of. */
export interface BackupSource {
  /** The major version of its server. */
  version: number
  /** Empty if it was never migrated. */
  migrations: string[]
}

/** Reads what a backup needs to know about its database, as any login that may read all of it. */
export async function readBackupSource(url: string): Promise<BackupSource> {
  const sql = openPool({ url, max: 1, name: 'silla-backup' })
  try {
    return { version: await majorVersion(sql), migrations: await appliedNames(sql) }
  } finally {
    await sql.end()
  }
}

const lockName = 'silla-restore'

async function majorVersion(sql: Sql): Promise<number> {
  const [row] = await sql<{ version: number }[]>`
    select current_setting('server_version_num')::int / 10000 as version`
  return row?.version ?? 0
}

async function appliedNames(sql: Sql): Promise<string[]> {
  if (!(await exists(sql, 'registry.migrations_applied'))) return []
  const rows = await sql<{ name: string }[]>`
    select name from registry.migrations_applied where obsolete is not true order by index`
  return rows.map(({ name }) => name)
}

/** The number of rows of tables, as their owner, who sees those of all salons; 0 without the table. */
async function countRows<Name extends string>(
  sql: Sql,
  tables: Record<Name, string>,
): Promise<Record<Name, number>> {
  const counts = await begin(sql, async (tx) => {
    const counted: [string, number][] = []
    for (const [name, table] of Object.entries<string>(tables)) {
      const isThere = await exists(tx, table)
      if (isThere) await tx`set local role silla_owner`
      const [row] = isThere
        ? await tx<{ count: number }[]>`select count(*) as count from ${tx(table)}`
        : []
      counted.push([name, row?.count ?? 0])
    }
    return counted
  })
  return Object.fromEntries(counts) as Record<Name, number>
}

async function exists(sql: Sql, table: string): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`select to_regclass(${table}) is not null as found`
  return row?.found ?? false
}
