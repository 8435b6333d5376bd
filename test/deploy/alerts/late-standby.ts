import { inRepository } from '../../architecture/sources.ts'
import { atEnd } from '../../support/at-end.ts'
import { freePort } from '../../support/free-port.ts'
import {
  type SystemPostgres,
  startSystemPostgres,
  systemBinDir,
} from '../../support/system-postgres.ts'
import { withPool } from '../../support/with-pool.ts'
import { NotHere, type OpenCauses } from './cause.ts'
import { programNamed, startProgram } from './programs.ts'

/** A standby receives what the primary writes, and does not replay it; another one loses the primary. */
export async function lateStandby(): Promise<OpenCauses> {
  const exporter = programNamed('postgres_exporter')
  if (systemBinDir() === null) throw new NotHere("needs Debian's postgresql package")
  const primary = await startSystemPostgres()
  atEnd(primary.close)
  const [paused, alone] = [await startStandby(primary), await startStandby(primary)]
  // the lag of a standby that has replayed no transaction is not known
  await withPool(primary.url, (sql) => sql`create table written_before ()`)
  const addresses: string[] = []
  for (const standby of [paused, alone]) {
    await withPool(standby.url, async (sql) => {
      const replayed = () => sql`select where pg_last_xact_replay_timestamp() is not null`
      while ((await replayed()).length === 0);
    })
    const address = `127.0.0.1:${await freePort()}`
    const queries = `--extend.query-path=${inRepository('deploy/prometheus/postgres-queries.yaml')}`
    await startProgram(exporter, [`--web.listen-address=${address}`, queries], {
      url: `http://${address}/metrics`,
      env: { DATA_SOURCE_NAME: `${standby.url}?sslmode=disable` },
    })
    addresses.push(address)
  }
  return {
    targets: { postgres: addresses },
    causes: [
      {
        alert: 'SillaReplicaLag',
        labels: { instance: addresses[0] ?? '' },
        text: 'a standby stops replaying, for over 60 s',
        happen: async () => {
          await withPool(paused.url, (sql) => sql`select pg_wal_replay_pause()`)
          await withPool(primary.url, (sql) => sql`create table written_later ()`)
        },
      },
      {
        alert: 'SillaReplicaLag',
        labels: { instance: addresses[1] ?? '' },
        text: 'a standby does not reach the primary, for over 60 s',
        happen: () =>
          withPool(alone.url, async (sql) => {
            await sql`alter system set primary_conninfo = 'host=127.0.0.1 port=1'`
            await sql`select pg_reload_conf()`
          }),
      },
    ],
  }
}

async function startStandby(primary: SystemPostgres): Promise<SystemPostgres> {
  const standby = await startSystemPostgres({
    fill: (dataDir, run) =>
      run('pg_basebackup', ['-d', primary.url, '-D', dataDir, '-R', '-c', 'fast', '--no-sync']),
  })
  atEnd(standby.close)
  return standby
}
