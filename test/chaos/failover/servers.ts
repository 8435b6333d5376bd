import { atEnd } from '../../support/at-end.ts'
import { freePort } from '../../support/free-port.ts'
import { openTestServer } from '../../support/open-test-server.ts'
import {
  type SystemPostgres,
  startSystemPostgres,
  systemPassword,
} from '../../support/system-postgres.ts'
import { useTestServer } from '../../support/test-server.ts'
import { until } from '../../support/until.ts'
import { withPool } from '../../support/with-pool.ts'

export interface ReplicatedServers {
  primary: SystemPostgres
  /** Confirms each commit of the primary. */
  standby: SystemPostgres
  /** Makes the standby the primary. */
  promote(): Promise<void>
}

/**
 * Starts a primary and a synchronous standby, which are the server of this test file from now on:
 * every URL of it names both. `endFile` stops them.
 */
export async function openReplicatedServers(): Promise<ReplicatedServers> {
  const started: SystemPostgres[] = []
  // last, because the databases of the test are dropped on the server that is the primary by then
  atEnd(() => Promise.all(started.map((server) => server.close())))
  const primary = await startSystemPostgres()
  started.push(primary)
  const port = await freePort()
  const login = `postgres:${systemPassword}`
  const { server, close } = await openTestServer(
    `postgres://${login}@127.0.0.1:${primary.port},127.0.0.1:${port}/postgres?target_session_attrs=read-write`,
  )
  atEnd(close)
  useTestServer(server)
  atEnd(async () => useTestServer(undefined))
  const standby = await startSystemPostgres({
    port,
    fill: (dataDir, run) =>
      run('pg_basebackup', ['-d', primary.url, '-D', dataDir, '-R', '-c', 'fast', '--no-sync']),
  })
  started.push(standby)
  await withPool(primary.url, async (sql) => {
    await sql`alter system set synchronous_standby_names = '*'`
    await sql`select pg_reload_conf()`
    const synchronous = () => sql`select from pg_stat_replication where sync_state = 'sync'`
    await until(async () => (await synchronous()).length > 0)
  })
  return {
    primary,
    standby,
    promote: () => withPool(standby.url, async (sql) => void (await sql`select pg_promote()`)),
  }
}
