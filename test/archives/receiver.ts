import type { TestContext } from 'node:test'
import { cloneDatabase, type DatabaseUrls, dropDatabase, openPool, type Sql } from '@silla/db'
import { testServer, urlsOf } from '../support/test-server.ts'

/** The database of another deployment of the same version, without salons. */
export interface Receiver {
  urls: DatabaseUrls
  /** As silla_admin. */
  admin: Sql
  /** As the owner, who sees every row. */
  witness: Sql
}

let receivers = 0

/** Opens one for the time of a test. */
export async function openReceiver(t: Pick<TestContext, 'after'>): Promise<Receiver> {
  const { urls, close } = await createReceiver()
  const admin = openPool({ url: urls.cli, max: 2, name: 'silla-test-admin' })
  const witness = openPool({ url: urls.migrator, max: 1, name: 'silla-test-witness' })
  t.after(async () => {
    await Promise.all([admin.end({ timeout: 1 }), witness.end({ timeout: 1 })])
    await close()
  })
  return { urls, admin, witness }
}

async function createReceiver(): Promise<{ urls: DatabaseUrls; close(): Promise<unknown> }> {
  const server = testServer()
  const { template, nodeUrls } = server
  const prepareUrl = server.urls.prepare
  const database = `${template}_${process.pid}_receiver_${++receivers}`
  await cloneDatabase({ prepareUrl, template, database, nodeUrls })
  return {
    urls: urlsOf(server, database),
    close: () => dropDatabase({ prepareUrl, database, nodeUrls }),
  }
}
