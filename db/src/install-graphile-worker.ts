import type { Sql } from './pool.ts'
import { SetupError } from './setup-error.ts'
import { urlForJobs } from './url-for-jobs.ts'

/** Where the worker keeps its jobs: its own schema, made by `setupDatabase`. */
export const jobsSchema = 'jobs'

/**
 * Brings the tables of jobs up to date, in the worker's own name: their row-level security has no
 * policies, so that whoever does not own them finds them empty.
 *
 * @param migratorUrl a connection as silla_migrator, which may act as silla_worker
 * @throws SetupError when the database was prepared by a Silla that had no jobs yet
 */
export async function installGraphileWorker(sql: Sql, migratorUrl: string): Promise<void> {
  await refuseUnprepared(sql)
  await makeVersionTable(sql)
  const { runMigrations, Logger } = await import('graphile-worker')
  const url = new URL(urlForJobs(migratorUrl))
  url.searchParams.set('options', '-c role=silla_worker')
  await runMigrations({
    connectionString: url.href,
    schema: jobsSchema,
    maxPoolSize: 1,
    logger: new Logger(() => () => {}),
  })
}

async function refuseUnprepared(sql: Sql) {
  const [found] = await sql`select from pg_namespace where nspname = ${jobsSchema}`
  if (!found)
    throw new SetupError('The database has no place for jobs yet. Run `silla db setup` first.')
}

/**
 * Found, it keeps the library from making the schema, for which the worker would have to be allowed
 * to make any.
 */
async function makeVersionTable(sql: Sql) {
  await sql.begin(async (tx) => {
    await tx`set local role silla_worker`
    await tx`
      create table if not exists ${tx(jobsSchema)}.migrations (
        id int primary key, ts timestamptz default now() not null, breaking boolean not null default false)`
  })
}
