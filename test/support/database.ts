import { cloneDatabase, type DatabaseUrls, dropDatabase, openPool, type Sql } from '@silla/db'
import { atEnd, onePerFile } from './at-end.ts'
import { testServer, urlsOf } from './test-server.ts'

/** The separate database of a test file: migrated, without businesses. */
export interface TestDatabase {
  urls: DatabaseUrls
  /** As silla_admin, for provisioning. */
  admin: Sql
  /** As the owner, whose maintenance policy sees every row: for checking what was written. */
  witness: Sql
}

/** One clone per file, created on first use and dropped at its end. */
export const testDatabase = onePerFile(async (): Promise<TestDatabase> => {
  const server = testServer()
  const database = `${server.template}_${process.pid}_${++clones}`
  const { template, nodeUrls } = server
  const prepareUrl = server.urls.prepare
  await cloneDatabase({ prepareUrl, template, database, nodeUrls })
  const urls = urlsOf(server, database)
  const admin = openPool({ url: urls.cli, max: 2, name: 'silla-test-admin' })
  const witness = openPool({ url: urls.migrator, max: 2, name: 'silla-test-witness' })
  atEnd(async () => {
    await Promise.all([admin.end({ timeout: 1 }), witness.end({ timeout: 1 })])
    await dropDatabase({ prepareUrl, database, nodeUrls })
  })
  return { urls, admin, witness }
})

let clones = 0
