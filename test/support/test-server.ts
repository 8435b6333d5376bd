import { type DatabaseUrls, dropDatabase, openPool, urlFor } from '@silla/db'

/** What the runner passes to each test file: a migrated database to clone, and a URL per role. */
export interface TestServer {
  template: string
  urls: DatabaseUrls
  /** Prepare URLs of the other nodes of a cluster; none on plain PostgreSQL. */
  nodeUrls: string[]
}

export const testServerVariable = 'SILLA_TEST_SERVER'

let ownServer: TestServer | undefined

/**
 * Another server than that of the run: for a program outside of `npm test`, or for one test file,
 * which resets it at its end.
 */
export function useTestServer(server: TestServer | undefined): void {
  ownServer = server
}

/** The server of this run. */
export function testServer(): TestServer {
  if (ownServer) return ownServer
  const value = process.env[testServerVariable]
  if (!value) throw new Error('Tests need the database that the runner starts: npm test -- <file>')
  return JSON.parse(value)
}

/** URLs of the same server for another database. */
export function urlsOf(server: TestServer, database: string): DatabaseUrls {
  const entries = Object.entries(server.urls).map(([role, url]) => [
    role,
    urlFor(url, { database }),
  ])
  return Object.fromEntries(entries) as DatabaseUrls
}

/** Drops the template and clones that killed test files left behind. */
export async function dropTestDatabases(server: TestServer): Promise<void> {
  const sql = openPool({ url: urlsOf(server, 'postgres').prepare, max: 1, name: 'silla-test' })
  try {
    const rows = await sql<{ datname: string }[]>`
      select datname from pg_database where datname = ${server.template} or starts_with(datname, ${`${server.template}_`})`
    for (const { datname } of rows)
      await dropDatabase({
        prepareUrl: server.urls.prepare,
        database: datname,
        nodeUrls: server.nodeUrls,
      })
  } finally {
    await sql.end({ timeout: 1 })
  }
}
