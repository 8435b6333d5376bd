import { rmSync } from 'node:fs'
import { migrate, openPool, rolePasswords, setupDatabase } from '@silla/db'
import { startEmbeddedPostgres } from '@silla/embedded-postgres'
import { closeOnNodes, createOnNodes } from './citus.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { dropTestDatabases, type TestServer } from './test-server.ts'

export interface OpenTestServer {
  server: TestServer
  /** A folder that is removed by `close`. */
  folder: string
  /** Drops the databases of this run and stops the server that it started. */
  close(): Promise<void>
}

/**
 * Prepares a database server for tests, with a migrated template to clone.
 *
 * @param otherUrl a superuser connection to a server to use instead of the embedded one
 * @param coordinatorUrl a superuser connection to a database of a Citus cluster, on whose nodes the
 *   databases of the tests are created
 */
export async function openTestServer(
  otherUrl?: string,
  coordinatorUrl?: string,
): Promise<OpenTestServer> {
  const folder = temporaryFolder()
  const isOther = otherUrl !== undefined || coordinatorUrl !== undefined
  if (isOther) await refuseInstallation(coordinatorUrl ?? otherUrl ?? '')
  const embedded = isOther ? null : await startEmbeddedPostgres({ dataDir: folder })
  const prepareUrl = coordinatorUrl ?? otherUrl ?? embedded?.prepareUrl ?? ''
  if (embedded) await makeFast(prepareUrl)
  const template = `silla_test_${process.pid}`
  const server: TestServer = {
    template,
    nodeUrls: coordinatorUrl === undefined ? [] : await createOnNodes(coordinatorUrl, template),
    urls: await setupDatabase({
      prepareUrl,
      database: template,
      passwords: rolePasswords(prepareUrl, folder),
    }),
  }
  const close = async () => {
    await dropTestDatabases(server)
    await embedded?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await migrate(server.urls.migrator)
    if (coordinatorUrl !== undefined) await closeOnNodes(server)
  } catch (error) {
    await close()
    throw error
  }
  return { server, folder, close }
}

/**
 * Preparing a server sets the passwords of its roles, and an installation that uses it could not
 * connect any more. Databases of tests may be left from a run that was killed.
 */
async function refuseInstallation(url: string): Promise<void> {
  if (process.env.SILLA_TEST_RESETS_PASSWORDS === 'on') return
  const sql = openPool({ url, max: 1, name: 'silla-test-server' })
  try {
    const installed = await sql<{ name: string }[]>`
      select datname as name from pg_database
      where datname !~ '^silla_(test|bench|chaos|stops)' and exists (
        select from aclexplode(datacl)
        where privilege_type = 'CONNECT' and grantee in (
          select oid from pg_roles where rolname like 'silla\\_%'))`
    if (installed.length > 0)
      throw new Error(
        `This server has an installation of Silla (${installed.map(({ name }) => name).join(', ')}), ` +
          'and preparing it for tests changes the passwords of its roles. Use another server, or ' +
          'set SILLA_TEST_RESETS_PASSWORDS=on.',
      )
  } finally {
    await sql.end()
  }
}

/**
 * Test data is thrown away, so the embedded server need not sync, and passwords of roles need no slow
 * hash: each test file opens many connections. Other servers are not changed.
 */
export async function makeFast(url: string): Promise<void> {
  const sql = openPool({ url, max: 1, name: 'silla-test' })
  await sql`alter system set fsync = off`
  await sql`alter system set full_page_writes = off`
  await sql`alter system set scram_iterations = 1`
  await sql`select pg_reload_conf()`
  await sql.end()
}
