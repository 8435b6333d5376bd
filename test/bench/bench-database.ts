import type { DatabaseUrls, Sql } from '@silla/db'
import { startEmbeddedPostgres } from '@silla/embedded-postgres'
import type { MeasuredCode } from './code.ts'
import { parentOf } from './processes.ts'

/** A migrated database on a server of its own. */
export interface BenchDatabase {
  urls: DatabaseUrls
  /** Connected as the commands are. */
  admin: Sql
  superuserUrl: string
  /** Connected as the owner of the tables. */
  owner: Sql
  /** Of the server, whose CPU time includes that of its connections. */
  postgresPid: number
}

/**
 * @param closers what stops it is added in front
 * @param options.statements the server measures statements, those in functions too (pg_stat_statements)
 */
export async function openBenchDatabase(
  { db }: Pick<MeasuredCode, 'db'>,
  folder: string,
  closers: (() => unknown)[],
  { statements = false }: { statements?: boolean } = {},
): Promise<BenchDatabase> {
  if (statements) await measureStatements(db, folder)
  const embedded = await startEmbeddedPostgres({ dataDir: folder })
  closers.unshift(embedded.stop)
  const urls = await db.setupDatabase({
    prepareUrl: embedded.prepareUrl,
    database: 'silla_bench',
    passwords: db.rolePasswords(embedded.prepareUrl, folder),
  })
  await db.migrate(urls.migrator)
  const admin = db.openPool({ url: urls.cli, max: 1, name: 'silla-bench' })
  const owner = db.openPool({ url: urls.migrator, max: 1, name: 'silla-bench' })
  closers.unshift(admin.end, owner.end)
  const [backend] = await owner<{ pid: number }[]>`select pg_backend_pid() as pid`
  const superuserUrl = new URL(embedded.prepareUrl)
  superuserUrl.pathname = '/silla_bench'
  return {
    urls,
    admin,
    superuserUrl: superuserUrl.href,
    owner,
    postgresPid: parentOf(backend?.pid ?? 0),
  }
}

/** The library is loaded when the server starts. */
async function measureStatements({ openPool }: MeasuredCode['db'], folder: string): Promise<void> {
  const embedded = await startEmbeddedPostgres({ dataDir: folder })
  const superuser = openPool({ url: embedded.prepareUrl, max: 1, name: 'silla-bench' })
  await superuser`alter system set shared_preload_libraries = 'pg_stat_statements'`
  await superuser`alter system set pg_stat_statements.track = 'all'`
  await superuser`alter system set pg_stat_statements.track_planning = on`
  await superuser.end()
  await embedded.stop()
}
