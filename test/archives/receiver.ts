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
  /** Runs before the database is dropped. */
  atEnd(close: () => Promise<unknown>): void
}

let receivers = 0

/** Opens one for the time of a test. */
export async function openReceiver(t: Pick<TestContext, 'after'>): Promise<Receiver> {
  const { urls, close } = await createReceiver()
  const admin = openPool({ url: urls.cli, max: 2, name: 'silla-test-admin' })
  const witness = openPool({ url: urls.migrator, max: 1, name: 'silla-test-witness' })
  const closers: (() => Promise<unknown>)[] = []
  t.after(async () => {
    for (const close of closers) await close()
    await Promise.all([admin.end({ timeout: 1 }), witness.end({ timeout: 1 })])
    await close()
  })
  return { urls, admin, witness, atEnd: (closer) => void closers.push(closer) }
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
