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
 * Test data is thrown away, so the embedded server need not sync, and passwords of roles need no slow
 * hash: each test file opens many connections. Other servers are not changed.
 */
async function makeFast(url: string) {
  const sql = openPool({ url, max: 1, name: 'silla-test' })
  await sql`alter system set fsync = off`
  await sql`alter system set full_page_writes = off`
  await sql`alter system set scram_iterations = 1`
  await sql`select pg_reload_conf()`
  await sql.end()
}
