import { formatDatabaseUrl } from './database-url.ts'
import { readDatabaseUrl } from './driver.ts'
import { otherDriverUrl } from './other-driver-url.ts'
import type { Sql } from './pool.ts'
import { SetupError } from './setup-error.ts'

/** The schema of the job tables, created by `setupDatabase`. */
export const jobsSchema = 'jobs'

/**
 * Brings graphile-worker's tables up to date, as silla_worker: their row-level security has no
 * policies, so to anyone but their owner they look empty.
 *
 * @param migratorUrl a connection as silla_migrator, which may act as silla_worker
 * @throws SetupError if the database was set up by a version of Silla without jobs
 */
export async function installGraphileWorker(sql: Sql, migratorUrl: string): Promise<void> {
  await assertJobsSchema(sql)
  await createVersionTable(sql)
  const { runMigrations, Logger } = await import('graphile-worker')
  const url = readDatabaseUrl(await otherDriverUrl(migratorUrl))
  url.parameters.set('options', '-c role=silla_worker')
  await runMigrations({
    connectionString: formatDatabaseUrl(url),
    schema: jobsSchema,
    maxPoolSize: 1,
    logger: new Logger(() => () => {}),
  })
}

async function assertJobsSchema(sql: Sql) {
  const [found] = await sql`select from pg_namespace where nspname = ${jobsSchema}`
  if (!found)
    throw new SetupError('The database has no schema for jobs yet. Run `silla db setup` first.')
}

/**
 * If this table exists, the library does not create the schema, for which silla_worker would need
 * the right to create schemas.
 */
async function createVersionTable(sql: Sql) {
  await sql.begin(async (tx) => {
    await tx`set local role silla_worker`
    await tx`
      create table if not exists ${tx(jobsSchema)}.migrations (
        id int primary key, ts timestamptz default now() not null,
        breaking boolean not null default false)`
  })
}
