import {
  businessQueries,
  emptyDatabase,
  formatHosts,
  migrate,
  openPool,
  parseDatabaseUrl,
  setupDatabase,
  targetDatabase,
  urlFor,
} from '@silla/db'
import { readSettings } from '../config.ts'
import { CliError } from '../errors/report-error.ts'
import { migratorUrl, setupUrl } from './database-urls.ts'
import { isNeverMigrated } from './migration-state.ts'

export interface ResetTarget {
  prepareUrl: string
  migratorUrl: string
  database: string
  host: string
}

/**
 * The database that a reset would empty.
 * @throws CliError when PREPARE_DATABASE_URL and MIGRATOR_DATABASE_URL name different databases
 */
export function resetTarget(): ResetTarget {
  const target = { prepareUrl: setupUrl(), migratorUrl: migratorUrl() }
  const [emptied, migrated] = [locationOf(target.prepareUrl), locationOf(target.migratorUrl)]
  if (emptied.database !== migrated.database || emptied.host !== migrated.host) {
    const both = [emptied, migrated]
      .map(({ database, host }) => `${database} at ${host}`)
      .join(', ')
    throw new CliError(
      `PREPARE_DATABASE_URL and MIGRATOR_DATABASE_URL name different databases: ${both}.`,
    )
  }
  return { ...target, ...emptied }
}

function locationOf(url: string): { database: string; host: string } {
  return { database: targetDatabase(url), host: formatHosts(parseDatabaseUrl(url)?.hosts ?? []) }
}

/**
 * The number of businesses that a reset would delete.
 * @throws CliError in production, and if the database has a live business
 */
export async function businessesAffected(target: ResetTarget): Promise<number> {
  if (readSettings().production)
    throw new CliError('db reset is not allowed in production (NODE_ENV).')
  const businesses = await businessesIn(target)
  const live = businesses.filter(({ mode }) => mode === 'live').map(({ slug }) => slug)
  if (live.length > 0)
    throw new CliError(
      `db reset is not allowed: the database has live businesses (${live.join(', ')}).`,
    )
  return businesses.length
}

/** Queries the database that would be emptied; CLI_DATABASE_URL may name another one. */
async function businessesIn({ prepareUrl, database }: ResetTarget) {
  const sql = openPool({ url: urlFor(prepareUrl, { database }), max: 1, name: 'silla-cli' })
  try {
    return await businessQueries.listAllBusinesses(sql)
  } catch (error) {
    if (isNeverMigrated(error)) return []
    throw error
  } finally {
    await sql.end()
  }
}

/** Drops all schemas of Silla and migrates again; roles keep their passwords. */
export async function reset({ prepareUrl, migratorUrl, database }: ResetTarget): Promise<void> {
  await emptyDatabase({ prepareUrl, database })
  await setupDatabase({ prepareUrl, database, passwords: {} })
  await migrate(migratorUrl)
}
