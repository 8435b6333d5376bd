import { openPool, targetDatabase, urlFor } from '@silla/db'
import { atEnd, onePerFile } from './at-end.ts'
import { testDatabase } from './database.ts'
import { testServer } from './test-server.ts'
import { until } from './until.ts'

/** Resolves when so many transactions of this file's database wait for a lock, on a cluster on any node. */
export async function untilWaiting(count: number): Promise<void> {
  const { witness } = await testDatabase()
  const servers = [witness, ...(await otherNodes())]
  const waiting = async () => {
    const found = await Promise.all(
      servers.map(
        (sql) => sql`
          select pid from pg_locks join pg_stat_activity using (pid)
          where not granted and datname = current_database() group by pid`,
      ),
    )
    return found.flat().length
  }
  await until(async () => (await waiting()) >= count)
}

const otherNodes = onePerFile(async () => {
  const { urls } = await testDatabase()
  const database = targetDatabase(urls.prepare)
  const pools = testServer().nodeUrls.map((url) =>
    openPool({ url: urlFor(url, { database }), max: 1, name: 'silla-test-node' }),
  )
  atEnd(() => Promise.all(pools.map((pool) => pool.end({ timeout: 1 }))))
  return pools
})
